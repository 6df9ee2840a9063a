import type * as base from './wasm/d2snap.js';
import { counting } from './count.js';
import { call, current, type Loaded } from './engine.js';
import { D2SnapError } from './error.js';
import { Handle } from './handle.js';
import { isLive, LivePage, markup, pathOf } from './live.js';
import { camel } from './names.js';
import { observe, type ObserveOptions, type Observer } from './observe.js';
import { budgetOf, json, type Budget, type LiveOptions, type Options, type Params } from './options.js';
import { Snapshot } from './snapshot.js';
import type { Meta, Target } from './values.js';

/** What a snapshot can be taken of: HTML, or a part of a DOM. */
export type Source = string | Document | Element;

/**
 * A page, parsed and analysed once; any number of snapshots can be taken of it.
 *
 * A `Document` or an `Element` of the page that the script runs in is read as it is displayed: what CSS hides is known to be hidden,
 * what was typed and ticked is there, shadow roots and frames of the same origin are in their places. The page is left as it was.
 * Others (parsed, cloned, of another implementation) are read by their markup.
 */
export class D2SnapDocument {
  readonly #handle: Handle<base.Document>;
  readonly #live: LivePage | undefined;
  readonly #source: Source;
  readonly #options: Options & LiveOptions;
  #targets: readonly Target[] | undefined;
  #meta: Meta | undefined;

  /**
   * @param source HTML, a Document or an Element.
   * @throws {D2SnapError} `not-initialised`, for options that are wrong, and beyond the limits.
   */
  constructor(source: Source, options: Options & LiveOptions = {}) {
    this.#source = source;
    this.#options = options;
    const { listeners, closedRoots, ...given } = options;
    const loaded = current();
    if (typeof source === 'string') {
      this.#handle = this.#of(loaded, (engine) => engine.Document.parse(source, json(given)));
    } else if (isLive(source)) {
      this.#live = LivePage.of(loaded);
      const { capture, numbers } = this.#live.capture({ listeners, closedRoots });
      const scope = pathOf(source);
      const chosen = { uids: true, ...(scope === null ? {} : { selector: scope }), ...given };
      this.#handle = this.#of(loaded, (engine) => engine.Document.fromCapture(capture, json(chosen), numbers));
    } else {
      const html = markup(source);
      const baseUrl = source.baseURI?.startsWith('http') ? { baseUrl: source.baseURI } : {};
      this.#handle = this.#of(loaded, (engine) => engine.Document.parse(html, json({ ...baseUrl, ...given })));
    }
  }

  #of(loaded: Loaded, make: (engine: typeof base) => base.Document): Handle<base.Document> {
    return new Handle(loaded, call(loaded, make), this);
  }

  /** The snapshot at these parameters; each is .3 where it is not given. */
  snap(params: Partial<Params> = {}): Snapshot {
    const { k = 0.3, l = 0.3, m = 0.3 } = params;
    return this.#taken((document) => document.snap(k, l, m));
  }

  /**
   * The best snapshot within a token budget: never above it. A page that fits as it stands is not reduced; else the (k, l, m) of highest
   * utility that fits is found; where even full reduction exceeds the budget, what matters least is left out and markers say so.
   */
  adaptive(budget: Budget = {}): Snapshot {
    const [given, countTokens] = budgetOf(budget);
    return counting(countTokens, (count) => this.#taken((document) => document.adaptive(given, count)));
  }

  /**
   * A part of the page under a budget of its own, with the same numbers: what an elided snapshot left out and told of in a marker.
   *
   * @param uids A number, numbers, or text as markers have it: "7,120-156", "(uid 120–156)".
   */
  expand(uids: number | Iterable<number> | string, budget: Budget = {}): Snapshot {
    const what = typeof uids === 'string' ? uids : typeof uids === 'number' ? String(uids) : ranges(uids);
    const [given, countTokens] = budgetOf(budget);
    return counting(countTokens, (count) => this.#taken((document) => document.expand(what, given, count)));
  }

  #taken(take: (document: base.Document) => base.Snapshot): Snapshot {
    const { loaded } = this.#handle;
    const taken = this.#handle.call(take);
    return new Snapshot((holder) => new Handle(loaded, taken, holder));
  }

  /** All targets of the page, before `selector` and `exclude`, in document order. */
  get targets(): readonly Target[] {
    return (this.#targets ??= camel<Target[]>(this.#handle.call((document) => document.targets())));
  }

  /** What the page says of itself. */
  get meta(): Meta {
    return (this.#meta ??= camel<Meta>(this.#handle.call((document) => document.meta())));
  }

  /**
   * The live element of a target: the very one, else, where the page made it anew, the one in its place that equals it and is like no
   * other; null where it is gone. It is never another element.
   *
   * @throws {D2SnapError} `no-target` for a number that no target has, `parameter` where the document is not of a live page.
   */
  resolve(uid: number): Element | null {
    if (!this.#live) throw new D2SnapError('parameter', 'resolve: the document is not of a live page');
    const target = this.targets.find((target) => target.uid === uid);
    if (!target) throw new D2SnapError('no-target', `no target with uid ${uid} is on the page`, { uids: String(uid) });
    const known = this.#live.element(target.reference);
    if (known) return known;
    const now = new D2SnapDocument(globalThis.document, { ...this.#options, selector: undefined, uids: true });
    try {
      const again = sole(now.targets, target);
      const isSame = again && sole(this.targets, target) && again.selector === target.selector && now.meta.baseUrl === this.meta.baseUrl;
      return isSame ? this.#live.element(again.reference) : null;
    } finally {
      now.dispose();
    }
  }

  /**
   * Takes a snapshot anew whenever the page changes (nodes, attributes, texts, what is typed and ticked, also by scripts), and tells
   * what changed. Numbers are stable for what stayed.
   *
   * @returns What ends it.
   */
  observe(callback: Observer, options: ObserveOptions = {}): () => void {
    const source = this.#source;
    if (!this.#live || typeof source === 'string') throw new D2SnapError('parameter', 'observe: the document is not of a live page');
    return observe(() => new D2SnapDocument(source, this.#options), callback, options);
  }

  /** Frees its memory at once, but for what its snapshots need; else that goes when nothing refers to it any more. */
  dispose(): void {
    this.#handle.free();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** The only target that is like another. */
function sole(targets: readonly Target[], wanted: Target): Target | undefined {
  const identity = ({ tag, role, name, href, context }: Target): string => JSON.stringify([tag, role, name, href, context]);
  const alike = targets.filter((target) => identity(target) === identity(wanted));
  return alike.length === 1 ? alike[0] : undefined;
}

/** Numbers that follow each other are a range, with all that stands between. */
function ranges(uids: Iterable<number>): string {
  const parts: [number, number][] = [];
  for (const uid of [...new Set(uids)].sort((one, other) => one - other)) {
    const last = parts[parts.length - 1];
    if (last && last[1] + 1 === uid) last[1] = uid;
    else parts.push([uid, uid]);
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}
