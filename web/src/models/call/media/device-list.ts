import { createStore, type Store } from '../../../kit/store.ts';

export type Device = { id: string; label: string };
type DeviceLists = { microphones: Device[]; cameras: Device[]; speakers: Device[] };

type Raw = { deviceId: string; kind: string; label: string };
type Source = Pick<MediaDevices, 'enumerateDevices' | 'addEventListener' | 'removeEventListener'>;

const none: DeviceLists = { microphones: [], cameras: [], speakers: [] };

/** Groups the browser's list by kind. Chrome's duplicate of the default device ("communications") is left out. */
export function sortDevices(devices: readonly Raw[]): DeviceLists {
  const of = (kind: string): Device[] =>
    devices
      .filter(
        (device) => device.kind === kind && device.deviceId !== '' && device.deviceId !== 'communications',
      )
      .map(({ deviceId, label }) => ({ id: deviceId, label }));
  return { microphones: of('audioinput'), cameras: of('videoinput'), speakers: of('audiooutput') };
}

/** The devices of this machine, updated when one is plugged in or out. */
export class DeviceList {
  readonly #source: Source | undefined;
  readonly #lists = createStore<DeviceLists>(none);
  readonly lists: Store<DeviceLists> = this.#lists;
  readonly #onChange = (): void => void this.refresh();

  constructor(source: Source | undefined) {
    this.#source = source;
    source?.addEventListener('devicechange', this.#onChange);
  }

  /** Call this after a permission was given, too: browsers show the labels only then. */
  async refresh(): Promise<void> {
    try {
      this.#lists.set(sortDevices((await this.#source?.enumerateDevices()) ?? []));
    } catch {
      // Without a list the menus are empty; the default devices still work.
    }
  }

  end(): void {
    this.#source?.removeEventListener('devicechange', this.#onChange);
  }
}
