import type { CountTokens } from './count.js';
import { D2SnapError } from './error.js';

/** How a page is read and written. Names, defaults and meaning are those of the engine's `Options`. */
export interface Options {
  /** The preset that the others start from: "agent", the best snapshot to act on (default), or "paper", the published algorithm. */
  profile?: 'agent' | 'paper';
  /** Whether targets carry their number, as in `<button uid=7>`. Default: of live pages yes, of texts no. */
  uids?: boolean;
  /** The name of the attribute that carries it; default "uid", in the paper's profile "data-uid". */
  uidAttribute?: string;
  /** Only the elements that match are written: CSS selectors, or a path of them through shadow roots and frames, joined by ` >>> `. */
  selector?: string;
  /** The elements that match are left out. */
  exclude?: string;
  /** The page's address, against which hrefs of targets are resolved. */
  baseUrl?: string;
  /** What happens to content that a user cannot see; default "drop", in the paper's profile "keep". */
  hidden?: 'drop' | 'keep';
  /** How an href is written; default "keep". Targets have it whole. */
  hrefs?: 'keep' | 'path' | 'drop';
  /** Whether text formatting becomes Markdown; default true. */
  markdown?: boolean;
  /** Whether a first line `<!-- title | url | lang | n of N targets -->` is written; default false. */
  header?: boolean;
  /** The layout; default "lines". */
  format?: 'lines' | 'pretty';
  /** Whether an interactive element shows at every m what it is; default true, in the paper's profile false. */
  affordances?: boolean;
  /** How `k` chooses among containers; default "ranked", in the paper's profile "modulo". */
  mergeSchedule?: 'ranked' | 'modulo';
  /** Which attributes a container that "modulo" merged has; default "union". */
  attributeInheritance?: 'union' | 'own';
  /** What one ranking of sentences spans; default "block", in the paper's profile "node". */
  segmentScope?: 'block' | 'node';
  /** Whether `:` and `;` before a space end a sentence too; default false, in the paper's profile true. */
  splitClauses?: boolean;
  /** Characters of an attribute's value, the rest becomes `…`; default 256, in the paper's profile all. */
  maxAttributeChars?: number;
  /** A table, or its JSON, that is merged over the profile's ground truth. */
  groundTruth?: string | object;
  /** Whether `groundTruth` is the whole table instead. */
  groundTruthReplace?: boolean;
  /** TextRank's constants; default .85, 1e-4 and 30. */
  textRank?: { damping?: number; tolerance?: number; maxIterations?: number };
  /** What a page may cost; beyond `maxBytes`, `maxElements` and `maxNames` is an error. */
  limits?: {
    maxBytes?: number;
    maxElements?: number;
    maxNames?: number;
    maxDepth?: number;
    maxAttributeBytes?: number;
    maxFrames?: number;
    maxFrameDepth?: number;
  };
}

/** What only a live page's host may know of it. */
export interface LiveOptions {
  /** Elements that listen for clicks, where the host knows; `onclick` properties are found without. */
  listeners?: readonly Element[];
  /** Closed shadow roots, where the host has them. */
  closedRoots?: readonly ShadowRoot[];
}

/** How strongly a page is reduced. */
export interface Params {
  /** Element reduction: the share of containers that are dissolved, 0 to 1, or Infinity; the authors' rE, Webfuse's hierarchyRatio. */
  k: number;
  /** Text reduction: the share of sentences that is dropped, 0 to 1; rT, textRatio. */
  l: number;
  /** Attribute reduction, 0 to 1: attributes rated below it are dropped; rA, attributeRatio. */
  m: number;
}

/** A token budget. */
export interface Budget {
  /** The most tokens that the snapshot may have; default 8192. */
  maxTokens?: number;
  /** What the agent is to do: what it names is given up last. */
  task?: string;
  /**
   * How tokens are counted: "chars4" (characters / 4), or with `init({ exact: true })` "o200k_base" (the default then) or
   * "cl100k_base".
   */
  tokenizer?: 'chars4' | 'o200k_base' | 'cl100k_base';
  /** Counts in its place. What it throws is thrown unchanged. */
  countTokens?: CountTokens;
  /** The share of the budget that stays unused, 0 to below 1, for a model whose tokenizer is not the one that counts. */
  margin?: number;
  /** Where even full reduction exceeds the budget: "elide" leaves out what matters least, with markers (default), "error" throws. */
  onOverflow?: 'elide' | 'error';
  /** How much hierarchy, text and attributes count; default .5, .3, .2. */
  weights?: readonly [number, number, number];
}

const DEFAULT_MAX_TOKENS = 8192;

/** The members that are given, as JSON; a member that is undefined or null is as one that is not there. */
export function json(options: object): string {
  return JSON.stringify(options, (_, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
    return value === null ? undefined : value;
  });
}

/** A budget as JSON, and what counts. */
export function budgetOf(budget: Budget): [json: string, countTokens: CountTokens | undefined] {
  const { countTokens, maxTokens = DEFAULT_MAX_TOKENS, ...rest } = budget;
  // The engine's numbers end at 2³²; a budget that is met anyway may be larger.
  const most = 2 ** 32 - 1;
  if (typeof maxTokens !== 'number' || Number.isNaN(maxTokens) || maxTokens < 0) {
    throw new D2SnapError('parameter', `max_tokens = ${String(maxTokens)} is out of range: 0 or more`, { name: 'max_tokens' });
  }
  if (countTokens !== undefined && typeof countTokens !== 'function') {
    throw new D2SnapError('parameter', 'countTokens: a function', { name: 'countTokens' });
  }
  return [json({ ...rest, maxTokens: Math.min(Math.floor(maxTokens), most) }), countTokens];
}
