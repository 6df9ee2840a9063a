/** What an error is about; a program can decide by it, messages may change. */
export type D2SnapErrorCode =
  /** An argument outside its domain, or of another type. */
  | 'parameter'
  /** The page exceeds a limit: `name`, `limit`. */
  | 'limit'
  /** A selector that does not parse: `selector`. */
  | 'selector'
  /** The option `selector` matches nothing: `selector`. */
  | 'no-match'
  /** A ground truth that does not read. */
  | 'ground-truth'
  /** A `baseUrl` that is no absolute address: `url`. */
  | 'base-url'
  /** No snapshot fits the budget: `budget`, `smallest`. */
  | 'budget-unreachable'
  /** Numbers that no target has: `uids`, `count`. */
  | 'no-target'
  /** A capture that does not read. */
  | 'capture'
  /** A tokenizer that the loaded module has not: `name`. */
  | 'tokenizer'
  /** `init()` is to be awaited first. */
  | 'not-initialised'
  /** The module could not be loaded. */
  | 'load'
  /** What was freed, or was of a module that trapped. */
  | 'freed'
  /** The engine broke down (out of memory, a defect). It has been started anew; documents and snapshots of before are gone. */
  | 'trap'
  /** Any other. */
  | 'engine';

/** What can go wrong; parsing itself never fails on bad HTML. */
export class D2SnapError extends Error {
  override readonly name = 'D2SnapError';

  constructor(
    readonly code: D2SnapErrorCode,
    message: string,
    /** The numbers and names that the code tells of. */
    readonly details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The error of what the engine threw: JSON of `src/error.rs`. */
export function engineError(json: string): D2SnapError {
  const { code, message, ...details } = JSON.parse(json) as { code: D2SnapErrorCode; message: string };
  return new D2SnapError(code, message, details);
}
