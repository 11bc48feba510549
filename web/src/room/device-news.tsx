import { useEffect } from 'react';
import { useCall } from '../features/stage/call-context.ts';
import { browserClock } from '../kit/clock.ts';
import { notifyOfDevices } from '../models/call/people/device-news.ts';
import { playSound } from '../sound/play-sound.ts';
import { useChat } from './chat-context.ts';
import { useEntry } from './room-parts.tsx';

/** Shows moderators who asks to join on another device. */
export function DeviceNews() {
  const call = useCall();
  const { live } = useChat();
  const { roomId } = useEntry();
  useEffect(
    () => notifyOfDevices({ live, call, roomId, clock: browserClock, ring: () => playSound('knock') }),
    [live, call, roomId],
  );
  return null;
}
