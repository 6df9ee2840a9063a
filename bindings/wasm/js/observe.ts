import type { D2SnapDocument } from './document.js';
import type { Snapshot } from './snapshot.js';
import type { Diff } from './values.js';

/** Is told what changed, and the snapshot and the page as they are now. Both are freed after the next one unless it keeps them. */
export type Observer = (diff: Diff, snapshot: Snapshot, document: D2SnapDocument) => void;

/** How a page is observed. */
export interface ObserveOptions {
  /** Takes the snapshots; default `document => document.adaptive()`. */
  take?: (document: D2SnapDocument) => Snapshot;
  /** Milliseconds of quiet after a change before a snapshot is taken; default 100. A page that is never quiet is read every second. */
  debounce?: number;
  /** Milliseconds after which fields are looked at for what scripts set without an event; default 500, 0 for never. */
  poll?: number;
  /** Ends it. */
  signal?: AbortSignal;
}

const EVENTS = ['input', 'change', 'reset', 'toggle', 'close', 'load', 'transitionend', 'animationend', 'focusout'];
const WINDOW_EVENTS = ['resize', 'hashchange', 'popstate'];
/** The longest that a page that is never quiet is not read. */
const LONGEST = 1000;

/** Reads the page whenever it changed; gives what ends that. */
export function observe(read: () => D2SnapDocument, callback: Observer, options: ObserveOptions): () => void {
  const { take = (document) => document.adaptive(), debounce = 100, poll = 500, signal } = options;
  let document = read();
  let snapshot = take(document);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  const observed = new WeakSet<Node>();
  const mutations = new MutationObserver(changed);
  const ended = new AbortController();

  function changed(): void {
    if (ended.signal.aborted) return;
    const now = performance.now();
    since ||= now;
    clearTimeout(timer);
    timer = setTimeout(again, Math.max(0, Math.min(debounce, since + LONGEST - now)));
  }

  function again(): void {
    since = 0;
    watch(globalThis.document);
    const now = read();
    const taken = take(now);
    const diff = taken.diff(snapshot);
    snapshot = taken;
    document = now;
    fields = stateOf(roots);
    if (diff.added.length || diff.removed.length || diff.changed.length || diff.lines.length) callback(diff, snapshot, document);
  }

  let roots: (Document | ShadowRoot)[] = [];

  /** Watches a tree and all that are in it: no observer looks into shadow roots and frames by itself. */
  function watch(top: Document): void {
    roots = [];
    const left: (Document | ShadowRoot)[] = [top];
    for (let root = left.pop(); root; root = left.pop()) {
      roots.push(root);
      if (!observed.has(root)) {
        observed.add(root);
        mutations.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
        for (const event of EVENTS) root.addEventListener(event, changed, { capture: true, passive: true, signal: ended.signal });
      }
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) left.push(element.shadowRoot);
        const inner = contentOf(element);
        if (inner) left.push(inner);
      }
    }
  }

  watch(globalThis.document);
  let fields = stateOf(roots);
  for (const event of WINDOW_EVENTS) globalThis.addEventListener(event, changed, { signal: ended.signal });
  const polling = poll > 0 ? setInterval(() => stateOf(roots) !== fields && changed(), poll) : undefined;

  function end(): void {
    ended.abort();
    mutations.disconnect();
    clearTimeout(timer);
    clearInterval(polling);
  }
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  return end;
}

function contentOf(element: Element): Document | null {
  if (element.localName !== 'iframe' && element.localName !== 'frame') return null;
  return (element as HTMLIFrameElement).contentDocument;
}

/** What fields hold, in a form that tells a change. */
function stateOf(roots: readonly (Document | ShadowRoot)[]): string {
  const states: unknown[] = [];
  for (const root of roots) {
    for (const field of root.querySelectorAll<HTMLInputElement>('input, textarea, select, option')) {
      states.push(field.localName === 'option' ? (field as unknown as HTMLOptionElement).selected : field.value, field.checked, field.indeterminate);
    }
  }
  return JSON.stringify(states);
}
