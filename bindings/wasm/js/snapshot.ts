import type * as base from './wasm/d2snap.js';
import { D2SnapError } from './error.js';
import { Handle } from './handle.js';
import { camel } from './names.js';
import type { Params } from './options.js';
import type { Diff, Search, Stats, Target } from './values.js';

/** A downsampled page: lines of HTML and Markdown, with what was kept and the targets that it prints. */
export class Snapshot {
  readonly #handle: Handle<base.Snapshot>;
  #facts: { params: Params; stats: Stats; adaptive: Search | null } | undefined;
  #targets: readonly Target[] | undefined;
  #tokens: number | undefined;

  /** The text: lines of HTML and Markdown, each with its line break. */
  readonly html: string;

  /** @internal */
  constructor(handle: (holder: object) => Handle<base.Snapshot>) {
    this.#handle = handle(this);
    this.html = this.#handle.call((snapshot) => snapshot.html());
  }

  /** The tokens of `html`: as the budget counted where there was one, else by o200k_base with `init({ exact: true })`, else by chars4. */
  get tokens(): number {
    return (this.#tokens ??= this.#handle.call((snapshot) => snapshot.tokens()));
  }

  /** The (k, l, m): those that were asked for, or those that a search within a budget chose. */
  get params(): Params {
    return this.#read().params;
  }

  /** What was kept and what was not. */
  get stats(): Stats {
    return this.#read().stats;
  }

  /** What a search within a budget came to; null of a snapshot at (k, l, m) of the caller's. */
  get adaptive(): Search | null {
    return this.#read().adaptive;
  }

  /** Exactly the targets that are printed, in document order. */
  get targets(): readonly Target[] {
    return (this.#targets ??= camel<Target[]>(this.#handle.call((snapshot) => snapshot.targets())));
  }

  /** The numbers of exactly the targets that are printed, in document order. */
  get uids(): number[] {
    return Array.from(this.#handle.call((snapshot) => snapshot.uids()));
  }

  /** What changed since another snapshot of the same document or the same live page. */
  diff(previous: Snapshot): Diff {
    const [mine, other] = [this.#handle, previous.#handle];
    if (mine.loaded !== other.loaded) throw new D2SnapError('parameter', 'previous: a snapshot of the same module', { name: 'previous' });
    return camel<Diff>(mine.call((snapshot) => snapshot.diff(other.object)));
  }

  toString(): string {
    return this.html;
  }

  /** All of it as plain data. An infinite `k` is "inf", as JSON has no infinity. */
  toJSON(): object {
    const { params, stats, adaptive, targets, tokens, html } = this;
    return { html, tokens, params: { ...params, k: params.k === Infinity ? 'inf' : params.k }, stats, adaptive, targets };
  }

  /** Frees its memory at once; else that goes when nothing refers to it any more. */
  dispose(): void {
    this.#handle.free();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #read(): { params: Params; stats: Stats; adaptive: Search | null } {
    if (!this.#facts) {
      const json = this.#handle.call((snapshot) => snapshot.facts());
      const facts = camel<{ params: [number | null, number, number]; stats: Stats; adaptive: Search | null }>(json);
      const [k, l, m] = facts.params;
      this.#facts = { ...facts, params: { k: k ?? Infinity, l, m } };
    }
    return this.#facts;
  }
}
