import { createScope, type Scope } from '../../../kit/scope.ts';
import { createStore, type Store } from '../../../kit/store.ts';
import {
  DeviceRefusal,
  deviceProblemOf,
  type MediaPorts,
  type OwnTrack,
  type SourceState,
  sourceOff,
} from './own-track.ts';

type ScreenEvents = {
  onMutedByOthers: () => void;
  onProblem: (trouble: ReturnType<typeof deviceProblemOf>) => void;
  onNotSent: (error: unknown) => void;
};

type Parts = { ports: MediaPorts; events: ScreenEvents };

export type ScreenState = SourceState & { isPaused: boolean };

/** The shared screen: a picture, and sound if the browser provides it. Its tracks are muted while it is paused. */
export class OwnScreen {
  readonly #parts: Parts;
  readonly #state = createStore<ScreenState>({ ...sourceOff, isPaused: false });
  readonly state: Store<ScreenState> = this.#state;
  #tracks: OwnTrack[] = [];
  #scope: Scope = createScope();
  #mayPublish = false;
  #asking = false;
  #isPaused = false;
  #pausing: Promise<void> | undefined;
  #ended = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get track(): OwnTrack | undefined {
    return this.#tracks[0];
  }

  async set(on: boolean): Promise<void> {
    if (on) await this.#share();
    else await this.#stop();
  }

  /** Others see a sign instead of the picture. After fast presses the last one counts. */
  async setPaused(isPaused: boolean): Promise<void> {
    const tracks = this.#tracks;
    if (tracks.length === 0) return;
    this.#isPaused = isPaused;
    this.#show();
    this.#pausing ??= this.#pause(tracks).finally(() => {
      if (this.#tracks === tracks) this.#pausing = undefined;
    });
    await this.#pausing;
  }

  /** A moderator ended the sharing. A paused screen is muted already: the media server's signal changes nothing. */
  endIfPaused(): void {
    if (!this.#isPaused && !this.#pausing) return;
    void this.#stop();
    this.#parts.events.onMutedByOthers();
  }

  async allowPublishing(): Promise<void> {
    this.#mayPublish = true;
    await this.#publish();
  }

  pausePublishing(): void {
    this.#mayPublish = false;
  }

  close(): void {
    this.pausePublishing();
    void this.#stop();
  }

  end(): void {
    this.#ended = true;
    this.close();
  }

  async #share(): Promise<void> {
    if (this.#asking || this.#tracks.length > 0) return;
    this.#asking = true;
    this.#state.set({ ...sourceOff, busy: true, isPaused: false });
    try {
      const tracks = await this.#parts.ports.openScreen();
      if (this.#ended) for (const track of tracks) track.stop();
      else this.#take(tracks);
    } catch (error) {
      const isCancelled = error instanceof DeviceRefusal && error.why === 'cancelled';
      if (!isCancelled) this.#parts.events.onProblem(deviceProblemOf(error));
    } finally {
      this.#asking = false;
      this.#show();
    }
    await this.#publish();
  }

  #take(tracks: OwnTrack[]): void {
    this.#tracks = tracks;
    const [picture] = tracks;
    if (!picture) return;
    this.#scope.on(picture, 'ended', () => void this.#stop());
    this.#scope.on(picture, 'muted', () => {
      if (this.#isPaused || this.#pausing) return;
      void this.#stop();
      this.#parts.events.onMutedByOthers();
    });
  }

  async #pause(tracks: OwnTrack[]): Promise<void> {
    try {
      while (this.#tracks === tracks && this.#isPaused !== tracks[0]?.isMuted)
        await Promise.all(tracks.map((track) => (this.#isPaused ? track.mute() : track.unmute())));
    } catch (error) {
      if (this.#tracks !== tracks) return;
      await this.#stop();
      this.#parts.events.onNotSent(error);
    }
  }

  async #publish(): Promise<void> {
    const tracks = this.#tracks;
    if (!this.#mayPublish || tracks.length === 0) return;
    try {
      const [picture, ...sounds] = tracks.map((track) => this.#parts.ports.publish(track));
      // A room may allow screens without their sound: the picture continues.
      await Promise.all([picture, ...sounds.map((sound) => sound.catch(() => undefined))]);
    } catch (error) {
      if (this.#tracks !== tracks || !this.#mayPublish) return;
      await this.#stop();
      this.#parts.events.onNotSent(error);
    }
  }

  async #stop(): Promise<void> {
    const tracks = this.#tracks;
    this.#tracks = [];
    this.#isPaused = false;
    this.#pausing = undefined;
    this.#scope.end();
    this.#scope = createScope();
    this.#show();
    for (const track of tracks) track.stop();
    await Promise.all(tracks.map((track) => this.#parts.ports.unpublish(track).catch(() => undefined)));
  }

  #show(): void {
    const on = this.#tracks.length > 0;
    this.#state.set({ on, busy: this.#asking, trouble: undefined, isPaused: this.#isPaused });
  }
}
