import type { Background } from '../background/background.ts';
import type { DeviceProblem } from '../notices.ts';
import type { AttachableTrack } from '../people/people.ts';
import { deviceFaultOf } from './device-faults.ts';

/** An own track as the model needs it: LiveKit's local track in the page, a fake in tests. */
export type OwnTrack = AttachableTrack & {
  readonly isMuted: boolean;
  mute: () => Promise<unknown>;
  unmute: () => Promise<unknown>;
  stop: () => void;
  switchTo: (deviceId: string) => Promise<boolean>;
  deviceId: () => Promise<string | undefined>;
  readSound: () => Promise<Sound>;
  /** Changes what is behind the person. Rejects with a `BackgroundFailure`; then the picture is as before. */
  setBackground: (choice: Background) => Promise<void>;
  /** Opens the microphone again with or without the browser's noise suppression. */
  setNoiseSuppression: (isOn: boolean) => Promise<unknown>;
  on: (event: OwnTrackEvent, listener: () => void) => unknown;
  off: (event: OwnTrackEvent, listener: () => void) => unknown;
};

/** The sound that a microphone delivers. */
export type Sound = {
  /** Energy of all sound so far; undefined while it is not sent or the browser does not say. */
  energy: number | undefined;
  isMutedBySystem: boolean;
};

/** `ended`: the device was unplugged, taken away, or its permission revoked. */
export type OwnTrackEvent = 'muted' | 'ended' | 'restarted';

export type DeviceKind = 'microphone' | 'camera';

/** Opens and publishes tracks. */
export type MediaPorts = {
  open: (kind: DeviceKind, deviceId: string | undefined) => Promise<OwnTrack>;
  openScreen: () => Promise<OwnTrack[]>;
  publish: (track: OwnTrack) => Promise<void>;
  unpublish: (track: OwnTrack) => Promise<void>;
};

export type SourceState = { on: boolean; busy: boolean; trouble: DeviceProblem | undefined };

export const sourceOff: SourceState = { on: false, busy: false, trouble: undefined };

/** A refusal of which more is known than the error's name. `cancelled`: the person closed the browser's dialog. */
export class DeviceRefusal extends Error {
  readonly why: DeviceProblem | 'cancelled';

  constructor(why: DeviceProblem | 'cancelled') {
    super(why);
    this.why = why;
  }
}

export function deviceProblemOf(error: unknown): DeviceProblem {
  if (error instanceof DeviceRefusal && error.why !== 'cancelled') return error.why;
  return deviceFaultOf(error) ?? 'failed';
}
