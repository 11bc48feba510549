import { useEffect, useState } from 'react';
import { arrivals } from '../../../models/call/media/arrivals.ts';
import type { Person } from '../../../models/call/people/people.ts';
import { useCallState } from '../call-context.ts';

/** Looks in a row without anything new, one a second: a mark is shown within four seconds after the last packet. */
const lasting = 3;

/** Something that the media server sends us. LiveKit's remote tracks fit. */
type Received = { receiver?: RTCRtpReceiver | undefined };

/**
 * Whether the picture or the sound of a person whose camera or microphone is on has not arrived for some seconds. False
 * while the own connection is lost: the others have not stopped.
 */
export function useStopped({ isMe, camera, cameraPicture, microphone, sound }: Person): boolean {
  const [isStopped, setStopped] = useState(false);
  const isLinkLost = useCallState((state) => state.ownLinkLostAt !== undefined);
  const picture = isMe || !camera ? undefined : (cameraPicture as Received | undefined);
  const voice = isMe || !microphone ? undefined : sound;
  useEffect(() => {
    setStopped(false);
    const counts = new Map<RTCRtpReceiver, number>();
    const ends = [picture?.receiver, voice?.receiver].flatMap((receiver) => {
      if (!receiver) return [];
      let before: number | undefined;
      return arrivals.watch(receiver, (now) => {
        // A hidden page shows nothing, and its timers are late.
        if (document.visibilityState === 'hidden') return;
        const isNew = now !== undefined && now !== before;
        counts.set(receiver, isNew ? 0 : (counts.get(receiver) ?? 0) + 1);
        before = now;
        setStopped([...counts.values()].some((count) => count >= lasting));
      });
    });
    return () => {
      for (const end of ends) end();
    };
  }, [picture, voice]);
  return isStopped && !isLinkLost;
}
