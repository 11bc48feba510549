import type { DeviceAccess, MediaKind } from './sources.ts';

type Refusal = 'NotAllowedError' | 'NotFoundError' | 'NotReadableError';
type Faults = Partial<Record<MediaKind, Refusal>> & { isFramed?: boolean; isInsecure?: boolean };

/** A browser's devices for tests: at most one refusal for each kind, and a log of the requests. */
export function fakeDevices(faults: Faults = {}) {
  const refusals: Partial<Record<MediaKind, Refusal>> = { audio: faults.audio, video: faults.video };
  const asked: string[] = [];
  const tracks: FakeTrack[] = [];
  let permissionListener: () => void = () => {};
  const plugs = new EventTarget();

  async function getUserMedia(constraints: MediaStreamConstraints = {}): Promise<MediaStream> {
    const wanted = (['audio', 'video'] as const).filter((kind) => constraints[kind]);
    asked.push(wanted.join('+'));
    await Promise.resolve();
    for (const kind of wanted) {
      const refusal = refusals[kind];
      if (refusal) throw new DOMException('no', refusal);
    }
    const opened = wanted.map((kind) => new FakeTrack(kind, wantedId(constraints[kind])));
    tracks.push(...opened);
    return { getTracks: () => opened } as unknown as MediaStream;
  }

  const access: DeviceAccess = {
    media: faults.isInsecure
      ? undefined
      : {
          getUserMedia,
          enumerateDevices: async () => devices,
          addEventListener: plugs.addEventListener.bind(plugs),
          removeEventListener: plugs.removeEventListener.bind(plugs),
        },
    permission: async (kind) => (refusals[kind] === 'NotAllowedError' ? 'denied' : 'granted'),
    onPermissionChange: (listener) => {
      permissionListener = listener;
      return () => {
        permissionListener = () => {};
      };
    },
    isPassedOn: () => !faults.isFramed,
  };

  return {
    access,
    asked,
    live: () => tracks.filter((track) => track.readyState === 'live').map((track) => track.kind),
    /** Waits for everything that was started. */
    settled: () => new Promise<void>((done) => setImmediate(done)),
    allow: (kind: MediaKind) => {
      delete refusals[kind];
      permissionListener();
    },
    plugIn: (kind: MediaKind) => {
      delete refusals[kind];
      plugs.dispatchEvent(new Event('devicechange'));
    },
    pullOut: (kind: MediaKind) => {
      const track = tracks.findLast((one) => one.kind === kind);
      track?.stop();
      track?.dispatchEvent(new Event('ended'));
    },
  };
}

const devices = [
  { kind: 'audioinput', deviceId: 'mic-1', label: 'Microphone', groupId: '' },
  { kind: 'videoinput', deviceId: 'cam-1', label: 'Camera', groupId: '' },
  { kind: 'audiooutput', deviceId: 'out-1', label: 'Speaker', groupId: '' },
  { kind: 'videoinput', deviceId: '', label: '', groupId: '' },
] as MediaDeviceInfo[];

function wantedId(constraints: MediaTrackConstraints | boolean | undefined): string | undefined {
  if (typeof constraints !== 'object') return undefined;
  return (constraints.deviceId as { ideal: string } | undefined)?.ideal;
}

class FakeTrack extends EventTarget {
  readonly kind: MediaKind;
  readonly #deviceId: string | undefined;
  readyState: MediaStreamTrackState = 'live';

  constructor(kind: MediaKind, deviceId: string | undefined) {
    super();
    this.kind = kind;
    this.#deviceId = deviceId;
  }

  getSettings(): MediaTrackSettings {
    return this.#deviceId ? { deviceId: this.#deviceId } : {};
  }

  stop(): void {
    this.readyState = 'ended';
  }
}
