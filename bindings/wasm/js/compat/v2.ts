/** The later API of the authors' package: rE, rA and rT, in that order, and an object as the result. On the paper's profile, by this engine. */
import type { Snapshot } from '../snapshot.js';
import { init } from '../engine.js';
import { fitting, using, type CompatOptions, type DOM } from './index.js';

export type { CompatOptions, DOM } from './index.js';

/** What the later API gives. */
export interface Result {
  html: string;
  meta: {
    /** Characters of the page. */
    originalSize: number;
    /** Characters of the snapshot. */
    snapshotSize: number;
    /** The snapshot's over the page's. */
    sizeRatio: number;
    /** Characters / 4. */
    tokenEstimate: number;
  };
  parameters: { rE: number; rA: number; rT: number };
}

/** What the later adaptive API gives. */
export interface AdaptiveResult extends Result {
  /** How many plans were rendered and counted. */
  adaptiveIterations: number;
}

/** The snapshot at (rE, rA, rT), the paper's k, m and l. */
export async function d2Snap(dom: DOM, rE: number, rA: number, rT: number, options: CompatOptions = {}): Promise<Result> {
  await init();
  return using(dom, options, (document) => result(dom, document.snap({ k: rE, l: rT, m: rA })));
}

/**
 * The best snapshot of at most `maxTokens` tokens, characters / 4.
 *
 * @param maxIterations Accepted and ignored: the page is read once.
 * @throws {RangeError} where no (rE, rA, rT) brings the page below the budget.
 */
export async function adaptiveD2Snap(dom: DOM, maxTokens = 4096, maxIterations = 5, options: CompatOptions = {}): Promise<AdaptiveResult> {
  void maxIterations;
  await init();
  return using(dom, options, (document) => {
    const snapshot = fitting(() => document.adaptive({ maxTokens, tokenizer: 'chars4', onOverflow: 'error' }));
    return { ...result(dom, snapshot), adaptiveIterations: snapshot.adaptive?.evaluations ?? 1 };
  });
}

function result(dom: DOM, snapshot: Snapshot): Result {
  const { html, params } = snapshot;
  const original = typeof dom === 'string' ? dom : dom.nodeType === 9 ? (dom as Document).documentElement.outerHTML : (dom as Element).outerHTML;
  const [originalSize, snapshotSize] = [original.length, html.length];
  return {
    html,
    meta: { originalSize, snapshotSize, sizeRatio: originalSize ? snapshotSize / originalSize : 1, tokenEstimate: Math.ceil([...html].length / 4) },
    parameters: { rE: params.k, rA: params.m, rT: params.l },
  };
}
