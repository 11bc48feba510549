import { readStored, writeStored } from '../../../kit/storage.ts';

/** The last choice in this browser. */
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
