import { useEffect } from 'react';
import type { ListVirtualizer } from './message-list.tsx';
import { useConversation, useView } from './view-context.ts';

/** So many rows before the first one is reached, the page above it is asked for. */
const ahead = 15;

/** Reads on upwards as one comes near the beginning; after a failure the person decides. */
export function useOlder(list: ListVirtualizer): void {
  const { conversation } = useView();
  const mayRead = useConversation(({ hasOlder, older }) => hasOlder && older === 'idle');
  const first = list.getVirtualItems()[0]?.index;
  const isNear = first !== undefined && first < ahead;
  // Before the list stands at its end, it stands at its beginning for a moment.
  const hasPlace = list.scrollOffset !== null && list.scrollRect !== null;
  useEffect(() => {
    if (isNear && mayRead && hasPlace) void conversation.older();
  }, [isNear, mayRead, hasPlace, conversation]);
}
