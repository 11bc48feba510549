import { useEffect, useState } from 'react';
import type { Person } from '../../../models/call/people/people.ts';

/** In ms. A mark is shown within four seconds after the last picture or sound. */
const lookEvery = 1_000;
const lasting = 3;

/** Something that the media server sends us. LiveKit's remote tracks fit. */
type Received = { receiver?: RTCRtpReceiver | undefined };

/** The time of the newest packet that was played; silence without packets is left to the sound's own pauses. */
function newestOf(received: Received | undefined): number | undefined {
  const sources = received?.receiver?.getSynchronizationSources?.() ?? [];
  return sources.length === 0 ? undefined : Math.max(...sources.map(({ rtpTimestamp }) => rtpTimestamp));
}

/** Counts the looks in a row without anything new. */
function createCount(received: () => Received | undefined): () => number {
  let before: number | undefined;
  let count = 0;
  return () => {
    const now = newestOf(received());
    count = now === undefined || now === before ? count + 1 : 0;
    before = now;
    return count;
  };
}

/** Whether the picture or the sound of a person whose camera or microphone is on has not arrived for some seconds. */
export function useStopped({ isMe, camera, cameraPicture, microphone, sound }: Person): boolean {
  const [isStopped, setStopped] = useState(false);
  const picture = isMe || !camera ? undefined : (cameraPicture as Received | undefined);
  const voice = isMe || !microphone ? undefined : sound;
  useEffect(() => {
    setStopped(false);
    if (!picture && !voice) return;
    const looks = [picture, voice].filter((one) => one !== undefined).map((one) => createCount(() => one));
    const timer = setInterval(() => {
      // A hidden page shows nothing, and its timers are late.
      if (document.visibilityState === 'hidden') return;
      const counts = looks.map((look) => look());
      setStopped(counts.some((count) => count >= lasting));
    }, lookEvery);
    return () => clearInterval(timer);
  }, [picture, voice]);
  return isStopped;
}
