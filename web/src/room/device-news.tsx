import { useEffect } from 'react';
import { useCall } from '../features/stage/call-context.ts';
import { notifyOfDevices } from '../models/call/people/device-news.ts';
import { useChat } from './chat-context.ts';
import { useEntry } from './room-parts.tsx';

/** Shows moderators who asks to join on another device. */
export function DeviceNews() {
  const call = useCall();
  const { live } = useChat();
  const { roomId } = useEntry();
  useEffect(() => notifyOfDevices({ live, call, roomId }), [live, call, roomId]);
  return null;
}
