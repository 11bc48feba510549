import { readStored, writeStored } from '../../../kit/storage.ts';

/** What this browser chose the last time. */
export type Remembered = {
  audioEnabled: boolean;
  videoEnabled: boolean;
  audioDeviceId?: string;
  videoDeviceId?: string;
  outputDeviceId?: string;
};

const key = 'lectern.devices';

export function readRemembered(): Remembered {
  const choice: Remembered = { audioEnabled: true, videoEnabled: true };
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return choice;
    return { ...choice, ...stored };
  } catch {
    return choice;
  }
}

export function rememberDevices(choice: Remembered): void {
  writeStored(key, JSON.stringify(choice));
}
