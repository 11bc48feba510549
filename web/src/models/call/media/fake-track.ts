import { type Background, BackgroundFailure } from '../background/background.ts';
import type { DeviceKind, MediaPorts, OwnTrack, OwnTrackEvent, Sound } from './own-track.ts';

/** A track without a device, for tests: it records the calls that it gets. */
export class FakeTrack implements OwnTrack {
  isMuted = false;
  isStopped = false;
  current: string | undefined;
  sound: Sound = { energy: undefined, isMutedBySystem: false };
  isSuppressingNoise = true;
  background: Background = 'none';
  /** True if the browser cannot start an effect. */
  refusesBackgrounds = false;
  readonly #listeners = new Map<OwnTrackEvent, Set<() => void>>();

  constructor(current?: string) {
    this.current = current;
  }

  async mute(): Promise<void> {
    this.isMuted = true;
    this.emit('muted');
  }

  async unmute(): Promise<void> {
    this.isMuted = false;
  }

  stop(): void {
    this.isStopped = true;
  }

  async switchTo(deviceId: string): Promise<boolean> {
    this.current = deviceId;
    this.emit('restarted');
    return true;
  }

  async deviceId(): Promise<string | undefined> {
    return this.current;
  }

  async readSound(): Promise<Sound> {
    return this.sound;
  }

  async setBackground(choice: Background): Promise<void> {
    if (this.refusesBackgrounds && choice !== 'none') throw new BackgroundFailure();
    this.background = choice;
  }

  async setNoiseSuppression(isOn: boolean): Promise<void> {
    this.isSuppressingNoise = isOn;
    this.emit('restarted');
  }

  attach(): void {}

  detach(): void {}

  on(event: OwnTrackEvent, listener: () => void): void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
  }

  off(event: OwnTrackEvent, listener: () => void): void {
    this.#listeners.get(event)?.delete(listener);
  }

  emit(event: OwnTrackEvent): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener();
  }

  get listenerCount(): number {
    return [...this.#listeners.values()].reduce((count, { size }) => count + size, 0);
  }
}

type FakePorts = MediaPorts & {
  opened: { kind: DeviceKind | 'screen'; track: FakeTrack }[];
  published: FakeTrack[];
  refuse: (error: Error | undefined) => void;
  refusePublishing: (error: Error | undefined) => void;
};

export function createFakePorts(): FakePorts {
  let refusal: Error | undefined;
  let publishRefusal: Error | undefined;
  const opened: FakePorts['opened'] = [];
  const published: FakeTrack[] = [];
  const open = (kind: DeviceKind | 'screen', deviceId?: string): FakeTrack => {
    if (refusal) throw refusal;
    const track = new FakeTrack(deviceId);
    opened.push({ kind, track });
    return track;
  };
  return {
    opened,
    published,
    refuse: (error) => {
      refusal = error;
    },
    refusePublishing: (error) => {
      publishRefusal = error;
    },
    open: async (kind, deviceId) => open(kind, deviceId),
    openScreen: async () => [open('screen'), open('screen')],
    publish: async (track) => {
      if (publishRefusal) throw publishRefusal;
      published.push(track as FakeTrack);
    },
    unpublish: async (track) => {
      published.splice(published.indexOf(track as FakeTrack), 1);
    },
  };
}

/** An error with the name that browsers give it. */
export function deviceError(name: string): Error {
  return Object.assign(new Error(name), { name });
}
