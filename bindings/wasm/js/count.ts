/** A function of the caller's that counts tokens. */
export type CountTokens = (text: string) => number;

/** Runs the engine with a counter of the caller's. What that throws may not pass through the engine: it is thrown afterwards. */
export function counting<T>(countTokens: CountTokens | undefined, work: (count: CountTokens | undefined) => T): T {
  if (!countTokens) return work(undefined);
  let failed = false;
  let thrown: unknown;
  const count: CountTokens = (text) => {
    // Where nothing costs anything, the search ends at once.
    if (failed) return 0;
    try {
      const counted = countTokens(text);
      if (typeof counted === 'number' && counted >= 0) return counted;
      throw new TypeError(`countTokens gave ${String(counted)}, not a number of tokens`);
    } catch (error) {
      failed = true;
      thrown = error;
      return 0;
    }
  };
  try {
    return work(count);
  } finally {
    // Also in place of what the engine makes of a counter that counts nothing any more.
    if (failed) throw thrown; // eslint-disable-line no-unsafe-finally
  }
}
