import { createStore, type Store } from '../../../kit/store.ts';

type Sound = { sid?: string | undefined; attach: () => HTMLMediaElement; detach: () => HTMLMediaElement[] };

/** Plays the voices of others and the sound of their screens in hidden elements. */
export class AudioOut {
  readonly #playing = new Map<Sound, HTMLMediaElement>();
  readonly #blocked = createStore(false);
  /** True while the browser requires a click or tap before it plays sound. */
  readonly blocked: Store<boolean> = this.#blocked;

  setBlocked(blocked: boolean): void {
    this.#blocked.set(blocked);
  }

  play(sound: Sound): void {
    if (this.#playing.has(sound)) return;
    const element = sound.attach();
    element.hidden = true;
    document.body.append(element);
    this.#playing.set(sound, element);
  }

  stop(sound: Sound): void {
    this.#playing.delete(sound);
    for (const element of sound.detach()) element.remove();
  }

  end(): void {
    for (const sound of [...this.#playing.keys()]) this.stop(sound);
  }
}
