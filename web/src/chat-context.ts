import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Store } from './call/store.ts';
import type { Chat } from './chat/chat.ts';

/** The chat of the page, for every feature that shows or uses a part of it. */
export const ChatContext = createContext<Chat | undefined>(undefined);

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('This part belongs inside a meeting.');
  return chat;
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** A part of what a store holds; draws again only when that part is another. */
export function usePartOf<T, P>(store: Store<T>, select: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
