import { call, current } from './engine.js';

/**
 * The number of tokens of a text.
 *
 * @param tokenizer "chars4", or with `init({ exact: true })` "o200k_base" (the default then) or "cl100k_base".
 * @throws {D2SnapError} `tokenizer` for one that the loaded module has not.
 */
export function countTokens(text: string, tokenizer?: 'chars4' | 'o200k_base' | 'cl100k_base'): number {
  return call(current(), (engine) => engine.countTokens(text, tokenizer));
}
