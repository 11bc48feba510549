import { useState } from 'react';
import { readStored, writeStored } from '../../kit/storage.ts';

const storageKey = 'lectern.captions';

/** Whether captions are shown; this browser remembers it for all videos. */
export function useCaptionChoice(): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(() => readStored(storageKey) === 'on');
  function toggle(): void {
    setOn(!isOn);
    writeStored(storageKey, isOn ? 'off' : 'on');
  }
  return { isOn, toggle };
}
