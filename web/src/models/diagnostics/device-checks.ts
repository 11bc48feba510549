import { deviceFaultOf } from '../call/media/device-faults.ts';
import { watchLevel } from '../call/media/level.ts';
import { type Failure, failed, passed, type Result } from './checks.ts';

const frameMs = 8_000;
const soundMs = 10_000;
/** Quieter than any voice, and louder than the noise of a microphone that is switched off. */
const audible = 0.15;

const faults = {
  camera: { blocked: 'cameraBlocked', missing: 'cameraMissing', 'in-use': 'cameraBusy' },
  microphone: { blocked: 'microphoneBlocked', missing: 'microphoneMissing', 'in-use': 'microphoneBusy' },
} as const satisfies Record<string, Record<string, Failure>>;

type Device = keyof typeof faults;

async function openDevice(device: Device): Promise<MediaStreamTrack | Result> {
  if (!navigator.mediaDevices) return failed('insecure');
  const wanted = device === 'camera' ? { video: { width: { ideal: 640 } } } : { audio: true };
  try {
    const [track] = (await navigator.mediaDevices.getUserMedia(wanted)).getTracks();
    return track ?? failed(faults[device].missing);
  } catch (error) {
    return failed(faults[device][deviceFaultOf(error) ?? 'blocked']);
  }
}

/** Resolves to true at the first picture, to false if none arrives in time. */
function showsPicture(track: MediaStreamTrack): Promise<boolean> {
  const element = document.createElement('video');
  Object.assign(element, { muted: true, playsInline: true, srcObject: new MediaStream([track]) });
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(false), frameMs);
    const done = (isShown: boolean): void => {
      clearTimeout(timer);
      element.srcObject = null;
      resolve(isShown);
    };
    element.addEventListener('timeupdate', () => {
      if (element.videoWidth > 0 && element.currentTime > 0) done(true);
    });
    // A refusal to play shows as a picture that never comes.
    element.play().catch(() => undefined);
  });
}

/** @param show gets the open track; its owner stops it */
export async function checkCamera(show: (track: MediaStreamTrack) => void): Promise<Result> {
  const track = await openDevice('camera');
  if (!('kind' in track)) return track;
  show(track);
  if (!(await showsPicture(track))) return failed('cameraFrozen');
  const { width, height } = track.getSettings();
  return passed({ device: track.label, ...(width && height && { size: `${width} × ${height}` }) });
}

/** @param onLevel gets the level from 0 to 1, about 20 times a second */
export async function checkMicrophone(onLevel: (level: number) => void): Promise<Result> {
  const track = await openDevice('microphone');
  if (!('kind' in track)) return track;
  const isHeard = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => done(false), soundMs);
    const stop = watchLevel(track, (level) => {
      onLevel(level);
      if (level >= audible) done(true);
    });
    const done = (isLoud: boolean): void => {
      clearTimeout(timer);
      stop();
      resolve(isLoud);
    };
  });
  track.stop();
  return isHeard ? passed({ device: track.label }) : failed('microphoneSilent');
}
