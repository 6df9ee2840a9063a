/**
 * d2snap: web pages as snapshots that a language model can act on.
 *
 * @example
 * import { init, D2SnapDocument } from 'd2snap';
 * await init();
 * const page = new D2SnapDocument(document);
 * const snapshot = page.adaptive({ maxTokens: 8192, task: 'find a flight' });
 * console.log(snapshot.html);
 * page.resolve(snapshot.targets[0].uid)?.click();
 */
export { D2SnapDocument, type Source } from './document.js';
export { countTokens } from './tokens.js';
export { init, type InitOptions } from './engine.js';
export { D2SnapError, type D2SnapErrorCode } from './error.js';
export type { CountTokens } from './count.js';
export type { ObserveOptions, Observer } from './observe.js';
export type { Budget, LiveOptions, Options, Params } from './options.js';
export { Snapshot } from './snapshot.js';
export { takeDomSnapshot, type Modifier } from './take.js';
export type { Diff, Meta, Search, Stats, Target } from './values.js';
