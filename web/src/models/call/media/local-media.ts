import type { Clock } from '../../../kit/clock.ts';
import type { Source } from '../api.ts';
import { type Background, BackgroundFailure, background } from '../background/background.ts';
import type { DeviceProblem, Notices } from '../notices.ts';
import type { Rights } from '../people/rights.ts';
import { Muters } from './muters.ts';
import { OwnDevice } from './own-device.ts';
import { OwnScreen } from './own-screen.ts';
import type { DeviceKind, MediaPorts, OwnTrack } from './own-track.ts';

const sources = ['microphone', 'camera', 'screen'] as const;

type Parts = {
  ports: MediaPorts;
  notices: Notices;
  clock: Clock;
  changed: () => void;
  /** Whether a microphone that was muted by others was muted because this person has just entered. */
  isEntering: () => boolean;
  /** The browser replaced a device by another. */
  replaced: (kind: DeviceKind, track: OwnTrack | undefined) => void;
};

/** All own sources: microphone, camera and screen. */
export class LocalMedia {
  readonly microphone: OwnDevice;
  readonly camera: OwnDevice;
  readonly screen: OwnScreen;
  readonly muters: Muters;
  readonly #notices: Notices;
  readonly #unwatch: (() => void)[];

  constructor({ ports, notices, clock, changed, isEntering, replaced }: Parts) {
    this.#notices = notices;
    this.muters = new Muters({ notices, clock });
    const { muters } = this;
    const eventsOf = (source: Source) => ({
      onMutedByOthers: () => muters.onMuted(source),
      onProblem: (trouble: DeviceProblem) => notices.add({ kind: 'device-trouble', source, trouble }),
      onNotSent: (error: unknown) => {
        if (error instanceof BackgroundFailure) this.#onBackgroundFailed('background-failed-off');
        else notices.add({ kind: 'not-sent', source });
      },
    });
    const device = (kind: DeviceKind): OwnDevice => {
      const onReplaced = (): void => replaced(kind, this.device(kind).track);
      const events = { ...eventsOf(kind), onReplaced };
      if (kind === 'microphone') {
        const { onMutedByOthers } = events;
        // The server mutes whoever sends sound right after the entry; this person pressed the button.
        events.onMutedByOthers = () => (isEntering() ? void this.microphone.set(true) : onMutedByOthers());
      }
      return new OwnDevice({ kind, ports, events });
    };
    this.microphone = device('microphone');
    this.camera = device('camera');
    this.screen = new OwnScreen({ ports, events: eventsOf('screen') });
    this.#unwatch = sources.map((source) => this[source].state.subscribe(changed));
  }

  async chooseBackground(choice: Background): Promise<void> {
    background.set(choice);
    try {
      await this.camera.setBackground(choice);
    } catch {
      this.#onBackgroundFailed('background-failed');
      await this.camera.setBackground('none').catch(() => undefined);
    }
  }

  #onBackgroundFailed(kind: 'background-failed' | 'background-failed-off'): void {
    background.set('none');
    this.#notices.add({ kind });
  }

  device(kind: DeviceKind): OwnDevice {
    return this[kind];
  }

  /** Publishes the sources that the rights allow and closes the others. */
  apply(rights: Rights): void {
    for (const source of sources) {
      if (rights[source]) void this[source].allowPublishing();
      else this[source].close();
    }
  }

  /** The session is lost: sources stay open and are published again in the next one. */
  pausePublishing(): void {
    for (const source of sources) this[source].pausePublishing();
  }

  end(): void {
    for (const release of this.#unwatch) release();
    for (const source of sources) this[source].end();
  }
}
