import { createContext, useContext } from 'react';
import type { Chat } from '../models/chat/chat.ts';
import type { RoomPart } from './room-part.ts';

/** The chat of the page, for every feature that uses it. */
export const ChatContext = createContext<RoomPart<Chat> | undefined>(undefined);

export function useOpenedChat(): RoomPart<Chat> {
  const opened = useContext(ChatContext);
  if (!opened) throw new Error('use this hook inside a meeting only');
  return opened;
}

/** Throws if the chat could not be opened. */
export const useChat = (): Chat => useOpenedChat().get();
