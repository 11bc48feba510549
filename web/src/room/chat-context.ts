import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Store } from '../kit/store.ts';
import type { Chat } from '../models/chat/chat.ts';
import type { Opened } from './opened.ts';

/** The chat of the page, for every feature that shows or uses a part of it. */
export const ChatContext = createContext<Opened<Chat> | undefined>(undefined);

export function useOpenedChat(): Opened<Chat> {
  const opened = useContext(ChatContext);
  if (!opened) throw new Error('This part belongs inside a meeting.');
  return opened;
}

/** Throws where the chat could not be opened. */
export const useChat = (): Chat => useOpenedChat().get();

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** A part of what a store holds; draws again only when that part is another. */
export function usePartOf<T, P>(store: Store<T>, select: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
