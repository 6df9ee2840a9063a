import createCapturer, { type Capturer } from './capture.js';
import type * as base from './wasm/d2snap.js';
import type { Loaded } from './engine.js';
import type { LiveOptions } from './options.js';
import type { Target } from './values.js';

/** Whether what a node stands in is displayed: in the page of this script, or in a frame of it that can be read. */
export function isLive(node: Document | Element): boolean {
  if (typeof globalThis.document === 'undefined') return false;
  const tree = ownerOf(node);
  if (tree !== node && !(node as Element).isConnected) return false;
  return tree === globalThis.document || frameOf(tree) !== null;
}

function ownerOf(node: Document | Element): Document {
  return node.nodeType === 9 ? (node as Document) : (node as Element).ownerDocument;
}

/** The frame that shows a document, if that is of the same origin. */
function frameOf(tree: Document): Element | null {
  try {
    return tree.defaultView?.frameElement ?? null;
  } catch {
    return null;
  }
}

/** The path of a part of the page, as the option `selector` takes it; null for all of it. */
export function pathOf(node: Document | Element): string | null {
  if (node === globalThis.document || node === globalThis.document.documentElement) return null;
  const parts: string[] = [];
  let steps: string[] = [];
  let at: Element | null = node.nodeType === 9 ? (node as Document).body : (node as Element);
  while (at) {
    steps.unshift(step(at));
    const parent: Node | null = at.parentNode;
    if (parent?.nodeType === 1) {
      at = parent as Element;
      continue;
    }
    parts.unshift(steps.join(' > '));
    steps = [];
    at = parent?.nodeType === 11 ? (parent as ShadowRoot).host : frameOf(at.ownerDocument);
  }
  return parts.join(' >>> ');
}

function step(element: Element): string {
  let nth = 1;
  for (let before = element.previousElementSibling; before; before = before.previousElementSibling) {
    if (before.localName === element.localName) nth += 1;
  }
  return `${CSS.escape(element.localName)}:nth-of-type(${nth})`;
}

/** The markup of what is not displayed. */
export function markup(node: Document | Element): string {
  if (node.nodeType === 9) return (node as Document).documentElement?.outerHTML ?? '';
  return (node as Element).outerHTML;
}

let capturer: Capturer | undefined;

/** The page that this script runs in. */
export class LivePage {
  static readonly #pages = new WeakMap<Loaded, LivePage>();
  readonly #loaded: Loaded;
  #numbers: base.Numbers;
  #generation: number;

  private constructor(loaded: Loaded) {
    this.#loaded = loaded;
    this.#numbers = new loaded.engine.Numbers();
    this.#generation = loaded.generation;
  }

  /** The one of a module: it has the numbers of all elements that were ever shown. */
  static of(loaded: Loaded): LivePage {
    let page = LivePage.#pages.get(loaded);
    if (!page) {
      page = new LivePage(loaded);
      LivePage.#pages.set(loaded, page);
    }
    return page;
  }

  capture(told: LiveOptions): { capture: string; numbers: base.Numbers } {
    // A capturer knows which fields held a secret: all modules have the same.
    capturer ??= createCapturer();
    if (this.#generation !== this.#loaded.generation) {
      this.#numbers = new this.#loaded.engine.Numbers();
      this.#generation = this.#loaded.generation;
    }
    return { capture: capturer.capture(told), numbers: this.#numbers };
  }

  element(reference: Target['reference']): Element | null {
    if (!reference || reference.capturer !== capturer?.id) return null;
    const element = capturer.element(reference.number);
    return element?.isConnected && element.ownerDocument.defaultView ? element : null;
  }
}
