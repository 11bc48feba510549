import { createStore, type WritableStore } from '../../../kit/store.ts';
import type { DeviceChoice } from '../../../models/call/call-contract.ts';
import type { Remembered } from './remembered.ts';
import {
  constraintsFor,
  type DeviceAccess,
  type DeviceStatus,
  deviceStatusOf,
  type MediaKind,
} from './sources.ts';

export type PreviewSource = {
  /** Whether this person may send this kind in this room. */
  isOffered: boolean;
  isWanted: boolean;
  status: DeviceStatus;
  deviceId?: string;
  track?: MediaStreamTrack;
};

export type PreviewState = {
  audio: PreviewSource;
  video: PreviewSource;
  /** Empty before a permission is given: browsers then name no devices. */
  devices: MediaDeviceInfo[];
  outputDeviceId?: string;
};

type PreviewOptions = {
  access: DeviceAccess;
  offered: Record<MediaKind, boolean>;
  /** The room turns microphones off on entry: here the person only tests theirs. */
  entersMuted: boolean;
  remembered: Remembered;
  remember: (choice: Remembered) => void;
};

const kinds = ['audio', 'video'] as const;

/** The camera and microphone before the call, without React. */
export class Preview {
  readonly state: WritableStore<PreviewState>;
  readonly entersMuted: boolean;
  readonly #access: DeviceAccess;
  readonly #remember: PreviewOptions['remember'];
  /** Incremented with every request for a kind; a response to an earlier one is dropped. */
  readonly #requests: Record<MediaKind, number> = { audio: 0, video: 0 };
  #isRunning = false;
  #endListening: () => void = () => {};

  constructor(options: PreviewOptions) {
    this.#access = options.access;
    this.entersMuted = options.entersMuted && options.offered.audio;
    this.#remember = options.remember;
    this.state = createStore<PreviewState>({
      audio: firstSource('audio', options),
      video: firstSource('video', options),
      devices: [],
      outputDeviceId: options.remembered.outputDeviceId,
    });
  }

  start(): void {
    this.#isRunning = true;
    this.#access.media?.addEventListener('devicechange', this.#onDeviceChange);
    this.#endListening = this.#access.onPermissionChange(() => this.#retryBlocked());
    this.retry();
  }

  stop(): void {
    this.#stopListening();
    for (const kind of kinds) this.#close(kind, 'off');
  }

  setWanted(kind: MediaKind, isWanted: boolean): void {
    this.#change(kind, { isWanted });
    this.#rememberChoice();
    if (isWanted) void this.#open([kind]);
    else this.#close(kind, 'off');
  }

  /** Closes both for this entry alone: the next one begins with the remembered choice. */
  leaveOff(): void {
    for (const kind of kinds) {
      this.#close(kind, 'off');
      this.#change(kind, { isWanted: false });
    }
  }

  choose(kind: MediaKind | 'output', deviceId: string): void {
    if (kind === 'output') {
      this.state.set({ ...this.state.get(), outputDeviceId: deviceId });
      this.#rememberChoice();
      return;
    }
    // Some phones and browsers open one device at a time, so close the old one first.
    this.#close(kind, 'asking');
    this.#change(kind, { deviceId, isWanted: true });
    this.#rememberChoice();
    void this.#open([kind]);
  }

  /** Opens wanted devices that are not open: at the start, and after a permission was given. Others can be chosen. */
  retry(): void {
    const wanted = kinds.filter((kind) => {
      const { isOffered, isWanted, status } = this.state.get()[kind];
      return isOffered && isWanted && status !== 'on';
    });
    void (wanted.length > 0 ? this.#open(wanted) : this.#list());
  }

  /** Passes the live tracks on: from now on the new owner stops them. */
  handOver(): DeviceChoice {
    if (this.entersMuted) this.#close('audio', 'off');
    const choice = choiceOf(this.state.get());
    this.#stopListening();
    for (const kind of kinds) {
      this.#requests[kind] += 1;
      this.#change(kind, { track: undefined, status: 'off' });
    }
    return choice;
  }

  #stopListening(): void {
    this.#isRunning = false;
    this.#access.media?.removeEventListener('devicechange', this.#onDeviceChange);
    this.#endListening();
  }

  /** The person gave the permission in the browser's settings. */
  #retryBlocked(): void {
    const { audio, video } = this.state.get();
    if (audio.status === 'blocked' || video.status === 'blocked') this.retry();
  }

  readonly #onDeviceChange = (): void => {
    const { audio, video } = this.state.get();
    if (audio.status === 'missing' || video.status === 'missing') this.retry();
    else void this.#list();
  };

  #change(kind: MediaKind, next: Partial<PreviewSource>): void {
    const state = this.state.get();
    this.state.set({ ...state, [kind]: { ...state[kind], ...next } });
  }

  #close(kind: MediaKind, status: DeviceStatus): void {
    this.#requests[kind] += 1;
    this.state.get()[kind].track?.stop();
    this.#change(kind, { status, track: undefined });
  }

  /** Opens the kinds with one permission prompt. */
  async #open(wanted: readonly MediaKind[]): Promise<void> {
    const { media } = this.#access;
    if (!media) {
      for (const kind of wanted) this.#change(kind, { status: 'unavailable' });
      return;
    }
    const mine = wanted.map((kind) => {
      this.#requests[kind] += 1;
      this.#change(kind, { status: 'asking' });
      return [kind, this.#requests[kind]] as const;
    });
    try {
      const constraints: MediaStreamConstraints = {};
      for (const kind of wanted) constraints[kind] = constraintsFor(kind, this.state.get()[kind].deviceId);
      const tracks = (await media.getUserMedia(constraints)).getTracks();
      for (const [kind, request] of mine) {
        this.#accept(
          kind,
          request,
          tracks.find((track) => track.kind === kind),
        );
      }
    } catch (error) {
      await this.#refused(mine, error);
    }
    await this.#list();
  }

  #accept(kind: MediaKind, request: number, track: MediaStreamTrack | undefined): void {
    if (!track || !this.#isRunning || request !== this.#requests[kind]) {
      track?.stop();
      return;
    }
    track.addEventListener('ended', () => {
      if (this.state.get()[kind].track === track) void this.#open([kind]);
    });
    this.state.get()[kind].track?.stop();
    const deviceId = track.getSettings().deviceId ?? this.state.get()[kind].deviceId;
    this.#change(kind, { status: 'on', track, deviceId });
  }

  /** One of two may be forbidden or missing, so try each separately. */
  async #refused(wanted: (readonly [MediaKind, number])[], error: unknown): Promise<void> {
    const status = deviceStatusOf(error);
    for (const [kind, request] of wanted) {
      const mayTryAlone = wanted.length > 1 && (await this.#mayTryAlone(kind, status));
      if (!this.#isRunning || request !== this.#requests[kind]) continue;
      const isFramed = status === 'blocked' && this.#access.isPassedOn(kind) === false;
      if (mayTryAlone) await this.#open([kind]);
      else this.#change(kind, { track: undefined, status: isFramed ? 'framed' : status });
    }
  }

  async #mayTryAlone(kind: MediaKind, status: DeviceStatus): Promise<boolean> {
    if (status !== 'blocked') return true;
    const [own, other] = await Promise.all([
      this.#access.permission(kind),
      this.#access.permission(kind === 'audio' ? 'video' : 'audio'),
    ]);
    return own === 'granted' || (own === 'prompt' && other === 'denied');
  }

  readonly #list = async (): Promise<void> => {
    try {
      const devices = (await this.#access.media?.enumerateDevices()) ?? [];
      this.state.set({ ...this.state.get(), devices: devices.filter((device) => device.deviceId !== '') });
    } catch {
      // Without a list of devices the default ones can still be opened.
    }
  };

  #rememberChoice(): void {
    const { audio, video, outputDeviceId } = this.state.get();
    this.#remember({
      audioEnabled: audio.isWanted,
      videoEnabled: video.isWanted,
      audioDeviceId: audio.deviceId,
      videoDeviceId: video.deviceId,
      outputDeviceId,
    });
  }
}

function firstSource(kind: MediaKind, { offered, remembered }: PreviewOptions): PreviewSource {
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

/** On, or being opened: the call opens what the preview could not finish. */
export function isComing({ isWanted, status }: PreviewSource): boolean {
  return isWanted && (status === 'on' || status === 'asking');
}
