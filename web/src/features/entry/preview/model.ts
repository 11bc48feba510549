import { createStore, type Store } from '../../../call/store.ts';
import type { DeviceChoice } from '../../../call-contract.ts';
import type { Remembered } from './remembered.ts';
import { constraintsFor, type DeviceAccess, type Kind, type Status, statusOf } from './sources.ts';

export type Source = {
  /** May this person send it in this room at all? */
  isOffered: boolean;
  isWanted: boolean;
  status: Status;
  deviceId?: string;
  track?: MediaStreamTrack;
};

export type PreviewState = {
  audio: Source;
  video: Source;
  /** Empty until a permission was given: before that browsers name no devices. */
  devices: MediaDeviceInfo[];
  outputDeviceId?: string;
};

export type Preview = {
  state: Store<PreviewState>;
  start: () => void;
  stop: () => void;
  setWanted: (kind: Kind, isWanted: boolean) => void;
  choose: (kind: Kind | 'output', deviceId: string) => void;
  retry: () => void;
  /** Gives the live tracks away: from here on their new owner stops them. */
  handOver: () => DeviceChoice;
};

export type PreviewOptions = {
  access: DeviceAccess;
  offered: Record<Kind, boolean>;
  remembered: Remembered;
  remember: (choice: Remembered) => void;
};

const kinds = ['audio', 'video'] as const;

/** The camera and the microphone before the call, without React. */
export function createPreview(options: PreviewOptions): Preview {
  const { access, remembered } = options;
  const state = createStore<PreviewState>({
    audio: firstSource('audio', options),
    video: firstSource('video', options),
    devices: [],
    outputDeviceId: remembered.outputDeviceId,
  });
  /** Grows with every wish for a kind; an answer to an older wish is thrown away. */
  const wishes: Record<Kind, number> = { audio: 0, video: 0 };
  let isRunning = false;

  function change(kind: Kind, next: Partial<Source>): void {
    state.set({ ...state.get(), [kind]: { ...state.get()[kind], ...next } });
  }

  function close(kind: Kind, status: Status): void {
    wishes[kind] += 1;
    state.get()[kind].track?.stop();
    change(kind, { status, track: undefined });
  }

  function accept(kind: Kind, track: MediaStreamTrack | undefined, wish: number): void {
    if (!track || !isRunning || wish !== wishes[kind]) {
      track?.stop();
      return;
    }
    track.addEventListener('ended', () => {
      if (state.get()[kind].track === track) void open([kind]);
    });
    state.get()[kind].track?.stop();
    change(kind, {
      status: 'on',
      track,
      deviceId: track.getSettings().deviceId ?? state.get()[kind].deviceId,
    });
  }

  /** Opens the kinds with one question of the browser. */
  async function open(wanted: readonly Kind[]): Promise<void> {
    if (!access.media) {
      for (const kind of wanted) change(kind, { status: 'unavailable' });
      return;
    }
    const mine = wanted.map((kind) => {
      wishes[kind] += 1;
      change(kind, { status: 'asking' });
      return [kind, wishes[kind]] as const;
    });
    try {
      const constraints: MediaStreamConstraints = {};
      for (const kind of wanted) constraints[kind] = constraintsFor(kind, state.get()[kind].deviceId);
      const stream = await access.media.getUserMedia(constraints);
      for (const [kind, wish] of mine) {
        accept(
          kind,
          stream.getTracks().find((track) => track.kind === kind),
          wish,
        );
      }
    } catch (error) {
      await refused(mine, error);
    }
    await list();
  }

  /** One of two may be forbidden or missing while the other is fine: then each is tried by itself. */
  async function refused(wanted: (readonly [Kind, number])[], error: unknown): Promise<void> {
    const status = statusOf(error);
    for (const [kind, wish] of wanted) {
      if (!isRunning || wish !== wishes[kind]) continue;
      const isLone = wanted.length === 1;
      if (!isLone && (await mayTryAlone(kind, status))) await open([kind]);
      else
        change(kind, {
          status: status === 'blocked' && access.isPassedOn(kind) === false ? 'framed' : status,
        });
    }
  }

  async function mayTryAlone(kind: Kind, status: Status): Promise<boolean> {
    if (status !== 'blocked') return true;
    const [own, other] = await Promise.all([
      access.permission(kind),
      access.permission(kind === 'audio' ? 'video' : 'audio'),
    ]);
    return own === 'granted' || (own === 'prompt' && other === 'denied');
  }

  async function list(): Promise<void> {
    try {
      const devices = (await access.media?.enumerateDevices()) ?? [];
      state.set({ ...state.get(), devices: devices.filter((device) => device.deviceId !== '') });
    } catch {
      // A browser that does not list its devices still opens the default ones.
    }
  }

  function keep(): void {
    const { audio, video, outputDeviceId } = state.get();
    options.remember({
      audioEnabled: audio.isWanted,
      videoEnabled: video.isWanted,
      audioDeviceId: audio.deviceId,
      videoDeviceId: video.deviceId,
      outputDeviceId,
    });
  }

  const onDeviceChange = () => void list();

  function openWanted(): void {
    const wanted = kinds.filter((kind) => {
      const { isOffered, isWanted, status } = state.get()[kind];
      return isOffered && isWanted && status !== 'on';
    });
    if (wanted.length > 0) void open(wanted);
  }

  return {
    state,
    start: () => {
      isRunning = true;
      access.media?.addEventListener('devicechange', onDeviceChange);
      openWanted();
    },
    stop: () => {
      isRunning = false;
      access.media?.removeEventListener('devicechange', onDeviceChange);
      for (const kind of kinds) close(kind, 'off');
    },
    setWanted: (kind, isWanted) => {
      change(kind, { isWanted });
      keep();
      if (isWanted) void open([kind]);
      else close(kind, 'off');
    },
    choose: (kind, deviceId) => {
      if (kind === 'output') state.set({ ...state.get(), outputDeviceId: deviceId });
      else change(kind, { deviceId, isWanted: true });
      keep();
      if (kind !== 'output') void open([kind]);
    },
    retry: openWanted,
    handOver: () => {
      const choice = choiceOf(state.get());
      isRunning = false;
      for (const kind of kinds) {
        wishes[kind] += 1;
        change(kind, { track: undefined, status: 'off' });
      }
      return choice;
    },
  };
}

function firstSource(kind: Kind, { offered, remembered }: PreviewOptions): Source {
  return {
    isOffered: offered[kind],
    isWanted: offered[kind] && remembered[`${kind}Enabled`],
    status: 'off',
    deviceId: remembered[`${kind}DeviceId`],
  };
}

function choiceOf({ audio, video, outputDeviceId }: PreviewState): DeviceChoice {
  return {
    audioEnabled: isComing(audio),
    videoEnabled: isComing(video),
    audioDeviceId: audio.deviceId,
    videoDeviceId: video.deviceId,
    outputDeviceId,
    tracks: { audio: audio.track, video: video.track },
  };
}

/** On, or still being opened: the call may open what the preview had no time for. */
function isComing({ isWanted, status }: Source): boolean {
  return isWanted && (status === 'on' || status === 'asking');
}
