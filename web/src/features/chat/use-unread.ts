import { useCallback, useSyncExternalStore } from 'react';
import type { Chat } from '../../models/chat/chat.ts';
import { useChat } from '../../room/chat-context.ts';

function unreadOf(chat: Chat): number {
  return [chat.room, ...chat.directs.get()].reduce((sum, { state }) => sum + state.get().unread, 0);
}

/** The unread messages of all conversations together; undefined for none. */
export function useUnread(): number | undefined {
  const chat = useChat();
  const subscribe = useCallback(
    (listener: () => void) => {
      let releases: (() => void)[] = [];
      const watch = (): void => {
        for (const release of releases) release();
        releases = [chat.room, ...chat.directs.get()].map(({ state }) => state.subscribe(listener));
      };
      const unwatch = chat.directs.subscribe(() => {
        watch();
        listener();
      });
      watch();
      return () => {
        unwatch();
        for (const release of releases) release();
      };
    },
    [chat],
  );
  const count = useSyncExternalStore(subscribe, () => unreadOf(chat));
  return count > 0 ? count : undefined;
}
