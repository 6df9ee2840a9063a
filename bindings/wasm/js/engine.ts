import * as base from './wasm/d2snap.js';
import { D2SnapError, engineError } from './error.js';

/** A module of the engine: the base, or the one with tokenizers. */
export type Engine = typeof base;

/** Where a module comes from. */
export type Source = URL | RequestInfo | Response | BufferSource | WebAssembly.Module;

/** What `init` is told. */
export interface InitOptions {
  /** The WebAssembly of the base module: an address, a response, bytes, or a module; default the file of the package. */
  module?: Source | Promise<Source>;
  /**
   * Whether to load the second module instead, with exact counts by `o200k_base` and `cl100k_base` and the forms of a task's words:
   * megabytes larger. Its address, bytes or module may be given here too.
   */
  exact?: boolean | Source | Promise<Source>;
}

interface Loaded {
  engine: Engine;
  module: WebAssembly.Module;
  /** Grows with each trap: what was made before is gone. */
  generation: number;
}

let loaded: Loaded | undefined;
let loading: Promise<void> | undefined;
let isExact = false;

/**
 * Loads the engine. Once is enough; a later call with `exact` loads the second module, and documents of before go on in theirs.
 *
 * @throws {D2SnapError} with the code `load`.
 */
export async function init(options: InitOptions = {}): Promise<void> {
  const wanted = Boolean(options.exact);
  if (loading && (isExact || !wanted)) return loading;
  const mine = load(options, wanted);
  loading = mine;
  isExact = wanted;
  try {
    await mine;
  } catch (error) {
    if (loading === mine) {
      loading = loaded ? Promise.resolve() : undefined;
      isExact = false;
    }
    throw error;
  }
}

async function load(options: InitOptions, wanted: boolean): Promise<void> {
  try {
    const { engine, file }: { engine: Engine; file: URL } = wanted
      ? { engine: (await import('./wasm/d2snap_exact.js')) as unknown as Engine, file: new URL('./wasm/d2snap_exact_bg.wasm', import.meta.url) }
      : { engine: base, file: new URL('./wasm/d2snap_bg.wasm', import.meta.url) };
    const given = wanted ? (options.exact === true ? undefined : options.exact) : options.module;
    const module = await compile((await given) || file);
    await engine.default({ module_or_path: module });
    loaded = { engine, module, generation: 0 };
  } catch (error) {
    throw new D2SnapError('load', `the engine could not be loaded: ${(error as Error).message}`, {}, { cause: error });
  }
}

async function compile(source: Source | true): Promise<WebAssembly.Module> {
  if (source === true) throw new TypeError('no module');
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source as BufferSource);
  // Node's fetch reads no files.
  if (source instanceof URL && source.protocol === 'file:') {
    const { readFile } = await import(/* @vite-ignore */ 'node:fs/promises' as string);
    return WebAssembly.compile(await readFile(source));
  }
  const response = source instanceof Response ? source : await fetch(source);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  // Servers that do not know the type of .wasm are many.
  return response.headers.get('Content-Type')?.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** The engine as it is now. */
export function current(): Loaded {
  if (!loaded) throw new D2SnapError('not-initialised', 'the engine is not loaded: await init() first');
  return loaded;
}

/** Calls the engine; its errors become `D2SnapError`s, and a trap starts it anew. */
export function call<T>(of: Loaded, work: (engine: Engine) => T): T {
  try {
    return work(of.engine);
  } catch (error) {
    if (typeof error === 'string') throw engineError(error);
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      restart(of);
      throw new D2SnapError('trap', `the engine broke down and was started anew: ${error.message}`, {}, { cause: error });
    }
    throw error;
  }
}

function restart(of: Loaded): void {
  of.generation += 1;
  of.engine.__wbg_reset_state();
  of.engine.initSync({ module: of.module });
}

export type { Loaded };
