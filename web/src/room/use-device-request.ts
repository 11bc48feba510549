import { useEffect, useState } from 'react';
import type { DeviceRequest, Outcome } from '../features/outcome/outcome-page.tsx';
import { visitor } from '../models/visit/address.ts';
import { askOnThisDevice } from '../models/visit/ask-on-this-device.ts';

/** In ms. A moderator who has just let the person in looks whether they come. */
const askEvery = 10_000;

/**
 * After a used link: reads the room again until the link is free for this device, and asks the moderators in the call
 * once the person wants that, also after an outage. Undefined where nobody can be asked.
 */
export function useDeviceRequest(
  outcome: Outcome | undefined,
  knockAgain: () => void,
): DeviceRequest | undefined {
  const [isAsking, setAsking] = useState(false);
  const [isHeard, setHeard] = useState<boolean>();
  const isUsed = outcome === 'link_used' || outcome === 'webinar_link_used';
  const isOver = !isUsed && outcome !== 'away';
  useEffect(() => {
    if (isOver) setAsking(false);
  }, [isOver]);
  useEffect(() => {
    if (!isUsed) return;
    let isCurrent = true;
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      const answer = isAsking ? await askOnThisDevice(visitor) : 'over';
      if (!isCurrent) return;
      if (answer === 'over') knockAgain();
      else if (answer !== 'away') setHeard(answer === 'heard');
    };
    const lookNow = (): void => void look();
    if (isAsking) lookNow();
    const timer = setInterval(lookNow, askEvery);
    document.addEventListener('visibilitychange', lookNow);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookNow);
    };
  }, [isUsed, isAsking, knockAgain]);
  return outcome === 'link_used' ? { isAsking, isHeard, ask: () => setAsking(true) } : undefined;
}
