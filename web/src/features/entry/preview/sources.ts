import { deviceFaultOf } from '../../../models/call/media/device-faults.ts';

export type MediaKind = 'audio' | 'video';

/**
 * - `off`: the person wants it so
 * - `asking`: the browser asks, or the device is being opened
 * - `on`: there is a live track
 * - `blocked`: the person or the browser's settings forbid it
 * - `framed`: the page that frames us did not pass the permission on
 * - `missing`: no such device
 * - `in-use`: another program holds the device
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

/** What the preview needs of `navigator`; tests bring their own. */
export type DeviceAccess = {
  media:
    | Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'>
    | undefined;
  permission: (kind: MediaKind) => Promise<PermissionState | undefined>;
  /** Tells when a permission is given or taken; returns the end of listening. */
  onPermissionChange: (listener: () => void) => () => void;
  /** False where the framing page did not pass the permission on; undefined where the browser does not tell. */
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
    return { ...device, echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  }
  const facing = deviceId ? {} : { facingMode: 'user' };
  return { ...device, ...facing, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
}

/** What a refusal of getUserMedia means. */
export function deviceStatusOf(error: unknown): DeviceStatus {
  return deviceFaultOf(error) ?? 'blocked';
}
