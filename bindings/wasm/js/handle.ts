import { call, type Engine, type Loaded } from './engine.js';
import { D2SnapError } from './error.js';

/** What the engine made for us and wants back. */
interface Freed {
  free(): void;
}

const forgotten = new FinalizationRegistry<() => void>((free) => free());

/** An object in the engine's memory, freed when its holder is disposed of or forgotten. */
export class Handle<T extends Freed> {
  #object: T | undefined;
  readonly #loaded: Loaded;
  readonly #generation: number;

  constructor(loaded: Loaded, object: T, holder: object) {
    this.#object = object;
    this.#loaded = loaded;
    this.#generation = loaded.generation;
    const { generation } = loaded;
    forgotten.register(holder, () => loaded.generation === generation && object.free(), this);
  }

  get loaded(): Loaded {
    return this.#loaded;
  }

  /** @throws {D2SnapError} with the code `freed`. */
  get object(): T {
    if (!this.#object) throw new D2SnapError('freed', 'it was disposed of');
    if (this.#loaded.generation !== this.#generation) throw new D2SnapError('freed', 'it was lost when the engine was started anew');
    return this.#object;
  }

  call<R>(work: (object: T, engine: Engine) => R): R {
    const { object } = this;
    return call(this.#loaded, (engine) => work(object, engine));
  }

  free(): void {
    forgotten.unregister(this);
    if (this.#object && this.#loaded.generation === this.#generation) this.#object.free();
    this.#object = undefined;
  }
}
