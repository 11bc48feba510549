import { createContext, useContext } from 'react';
import type { Chat } from '../models/chat/chat.ts';
import type { RoomPart } from './room-part.ts';

/** The chat of the page, for every feature that shows or uses a part of it. */
export const ChatContext = createContext<RoomPart<Chat> | undefined>(undefined);

export function useOpenedChat(): RoomPart<Chat> {
  const opened = useContext(ChatContext);
  if (!opened) throw new Error('This part belongs inside a meeting.');
  return opened;
}

/** Throws where the chat could not be opened. */
export const useChat = (): Chat => useOpenedChat().get();
