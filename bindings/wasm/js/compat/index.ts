/**
 * The published API of the authors' package: `import * as D2Snap from 'd2snap/compat'` in place of theirs. On the paper's profile, by
 * this engine.
 */
import { D2SnapDocument, type Source } from '../document.js';
import { init } from '../engine.js';
import { D2SnapError } from '../error.js';
import type { Options } from '../options.js';

export type DOM = Source;

/** The options of the published API. */
export interface CompatOptions {
  /** Whether targets carry numbers, as `data-uid`. */
  assignUniqueIDs?: boolean;
  /** Accepted and ignored. */
  debug?: boolean;
}

/** The snapshot at (k, l, m). */
export async function d2Snap(dom: DOM, k: number, l: number, m: number, options: CompatOptions = {}): Promise<string> {
  await init();
  return using(dom, options, (document) => document.snap({ k, l, m }).html);
}

/**
 * The best snapshot of at most `maxTokens` tokens, characters / 4.
 *
 * @param maxIterations Accepted and ignored: the page is read once.
 * @throws {RangeError} where no (k, l, m) brings the page below the budget.
 */
export async function adaptiveD2Snap(dom: DOM, maxTokens = 4096, maxIterations = 5, options: CompatOptions = {}): Promise<string> {
  void maxIterations;
  await init();
  return using(dom, options, (document) => fitting(() => document.adaptive({ maxTokens, tokenizer: 'chars4', onOverflow: 'error' }).html));
}

/** Works on a document of the paper's profile. */
export function using<T>(dom: DOM, options: CompatOptions, work: (document: D2SnapDocument) => T): T {
  const { assignUniqueIDs = false } = options;
  const given: Options = { profile: 'paper', uids: assignUniqueIDs };
  const document = new D2SnapDocument(dom, given);
  try {
    return work(document);
  } finally {
    document.dispose();
  }
}

/** What the published API throws where the budget can not be met. */
export function fitting<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof D2SnapError && error.code === 'budget-unreachable') throw new RangeError(error.message, { cause: error });
    throw error;
  }
}
