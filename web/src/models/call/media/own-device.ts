import { createScope, type Scope } from '../../../kit/scope.ts';
import { createStore, type Store } from '../../../kit/store.ts';
import type { Background } from '../background/background.ts';
import {
  type DeviceKind,
  deviceProblemOf,
  type MediaPorts,
  type OwnTrack,
  type SourceState,
  sourceOff,
} from './own-track.ts';

type DeviceEvents = {
  /** A moderator muted it. */
  onMutedByOthers: () => void;
  onProblem: (trouble: ReturnType<typeof deviceProblemOf>) => void;
  /** The browser or the media server does not send the track, for this reason. */
  onNotSent: (error: unknown) => void;
  /** The device was unplugged and the browser took another one. */
  onReplaced: () => void;
};

type Parts = { kind: DeviceKind; ports: MediaPorts; events: DeviceEvents };

/**
 * The microphone or the camera: what the person wants, and the track. One operation runs at a time; after it the last
 * request counts, however fast the button is pressed.
 */
export class OwnDevice {
  readonly #parts: Parts;
  readonly #state = createStore<SourceState>(sourceOff);
  readonly state: Store<SourceState> = this.#state;
  #track: OwnTrack | undefined;
  #scope: Scope = createScope();
  #wanted = false;
  #working: Promise<void> | undefined;
  #mayPublish = false;
  #published = false;
  #deviceId: string | undefined;
  #switching = false;
  #deviceEnded = false;
  #ended = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get track(): OwnTrack | undefined {
    return this.#track;
  }

  /** Takes over a live track of the preview. */
  adopt(track: OwnTrack): void {
    this.#take(track);
    this.#wanted = true;
    this.#show();
  }

  /** The id of the device to open; undefined for the browser's choice. */
  get chosenDevice(): string | undefined {
    return this.#deviceId;
  }

  chooseDevice(deviceId: string | undefined): void {
    this.#deviceId = deviceId;
  }

  set(on: boolean): Promise<void> {
    this.#wanted = on;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      this.#show();
    });
    this.#show();
    return this.#working;
  }

  async switchTo(deviceId: string): Promise<void> {
    this.#deviceId = deviceId;
    await this.#reopen((track) => track.switchTo(deviceId));
  }

  /** Rejects with a `BackgroundFailure` if the effect does not start. */
  async setBackground(choice: Background): Promise<void> {
    const track = this.#track;
    if (!track?.isMuted) {
      await track?.setBackground(choice);
      return;
    }
    // A camera that is off has no picture to start with: it is opened anew, and the effect starts before it is sent.
    this.#release();
    track.stop();
    this.#show();
    await this.#parts.ports.unpublish(track).catch(() => undefined);
  }

  async setNoiseSuppression(isOn: boolean): Promise<void> {
    await this.#reopen((track) => track.setNoiseSuppression(isOn));
  }

  /** Publishes the open track: the session is up and the person may send. */
  async allowPublishing(): Promise<void> {
    this.#mayPublish = true;
    await this.#publish();
  }

  /** The session is lost; the track stays open for the next one. */
  pausePublishing(): void {
    this.#mayPublish = false;
    this.#published = false;
  }

  /** Closes the device when the right is withdrawn: it must not stay open unnoticed. */
  close(): void {
    this.pausePublishing();
    this.#wanted = false;
    const track = this.#track;
    this.#release();
    track?.stop();
    this.#show();
  }

  end(): void {
    this.#ended = true;
    this.close();
  }

  async #work(): Promise<void> {
    try {
      while (this.#wanted !== this.#isOn()) {
        if (!this.#wanted) await this.#track?.mute();
        else if (this.#track) await this.#track.unmute();
        else await this.#open();
      }
    } catch (error) {
      this.#wanted = false;
      const trouble = deviceProblemOf(error);
      this.#state.set({ on: false, busy: false, trouble });
      this.#parts.events.onProblem(trouble);
    }
  }

  async #open(): Promise<void> {
    const track = await this.#parts.ports.open(this.#parts.kind, this.#deviceId);
    if (this.#ended || !this.#wanted) {
      track.stop();
      return;
    }
    this.#take(track);
    this.#show();
    void this.#publish();
  }

  /** Changes an open device as the person wishes. */
  async #reopen(change: (track: OwnTrack) => Promise<unknown>): Promise<void> {
    if (!this.#track) return;
    this.#switching = true;
    try {
      await change(this.#track);
    } catch (error) {
      this.#parts.events.onProblem(deviceProblemOf(error));
    } finally {
      this.#switching = false;
    }
  }

  #take(track: OwnTrack): void {
    this.#release();
    this.#track = track;
    this.#deviceEnded = false;
    this.#scope.on(track, 'muted', () => this.#onMuted());
    this.#scope.on(track, 'ended', () => {
      this.#deviceEnded = true;
    });
    this.#scope.on(track, 'restarted', () => {
      this.#deviceEnded = false;
      if (!this.#switching && !this.#working) this.#parts.events.onReplaced();
      this.#show();
    });
  }

  #release(): void {
    this.#scope.end();
    this.#scope = createScope();
    this.#track = undefined;
    this.#published = false;
  }

  #onMuted(): void {
    if (this.#working || !this.#wanted) return;
    this.#wanted = false;
    this.#show();
    if (this.#deviceEnded) this.#parts.events.onProblem('missing');
    else this.#parts.events.onMutedByOthers();
  }

  async #publish(): Promise<void> {
    const track = this.#track;
    if (!track || !this.#mayPublish || this.#published) return;
    this.#published = true;
    try {
      await this.#parts.ports.publish(track);
    } catch (error) {
      if (this.#track !== track || !this.#mayPublish) return;
      this.close();
      this.#mayPublish = true;
      this.#parts.events.onNotSent(error);
    }
  }

  #isOn(): boolean {
    return this.#track !== undefined && !this.#track.isMuted;
  }

  #show(): void {
    const busy = this.#working !== undefined;
    const trouble = this.#wanted || busy ? undefined : this.#state.get().trouble;
    this.#state.set({ on: busy ? this.#wanted : this.#isOn(), busy, trouble });
  }
}
