import { deviceFaultOf } from '../../../models/call/media/device-faults.ts';
import { noiseSuppression } from '../../../models/call/media/noise-suppression.ts';

export type MediaKind = 'audio' | 'video';

/**
 * - `off`: switched off by the person
 * - `asking`: the browser asks, or the device is being opened
 * - `on`: there is a live track
 * - `blocked`: forbidden by the person or the browser's settings
 * - `framed`: the parent page does not delegate the permission
 * - `missing`: no such device
 * - `in-use`: another program uses the device
 * - `unavailable`: the browser gives no devices to this page (no https)
 */
export type DeviceStatus =
  | 'off'
  | 'asking'
  | 'on'
  | 'blocked'
  | 'framed'
  | 'missing'
  | 'in-use'
  | 'unavailable';

/** The part of `navigator` that the preview uses; tests pass a fake. */
export type DeviceAccess = {
  media:
    | Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'>
    | undefined;
  permission: (kind: MediaKind) => Promise<PermissionState | undefined>;
  /** Calls the listener when a permission is given or taken. Returns a function that stops it. */
  onPermissionChange: (listener: () => void) => () => void;
  /** False if the parent page does not delegate the permission; undefined if the browser does not say. */
  isPassedOn: (kind: MediaKind) => boolean | undefined;
};

const permissionNames: Record<MediaKind, string> = { audio: 'microphone', video: 'camera' };

type PolicyDocument = Document & { featurePolicy?: { allowsFeature: (name: string) => boolean } };

export function browserDevices(): DeviceAccess {
  return {
    media: navigator.mediaDevices,
    permission: async (kind) => (await permissionOf(kind))?.state,
    onPermissionChange,
    isPassedOn: (kind) => (document as PolicyDocument).featurePolicy?.allowsFeature(permissionNames[kind]),
  };
}

async function permissionOf(kind: MediaKind): Promise<PermissionStatus | undefined> {
  try {
    return await navigator.permissions.query({ name: permissionNames[kind] as PermissionName });
  } catch {
    return undefined;
  }
}

function onPermissionChange(listener: () => void): () => void {
  const listening = new AbortController();
  for (const kind of ['audio', 'video'] as const) {
    void permissionOf(kind).then((status) =>
      status?.addEventListener('change', listener, { signal: listening.signal }),
    );
  }
  return () => listening.abort();
}

export function constraintsFor(kind: MediaKind, deviceId: string | undefined): MediaTrackConstraints {
  const device = deviceId ? { deviceId: { ideal: deviceId } } : {};
  if (kind === 'audio') {
    return {
      ...device,
      echoCancellation: true,
      noiseSuppression: noiseSuppression.get(),
      autoGainControl: true,
    };
  }
  const facing = deviceId ? {} : { facingMode: 'user' };
  return { ...device, ...facing, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
}

/** The state for an error of getUserMedia. */
export function deviceStatusOf(error: unknown): DeviceStatus {
  return deviceFaultOf(error) ?? 'blocked';
}
