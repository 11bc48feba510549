import { useMemo } from 'react';
import { useCallFacts } from '../../../room/call-facts.ts';
import { useConversation } from '../conversation-screen.ts';

export type Calls = {
  /** When the calls of the room started, in ms, in their order. */
  starts: readonly number[];
  /** The start of the running call, one of them. */
  current: number | undefined;
};

/** The clocks of the media server and the server may differ. In ms. */
const clockError = 1_000;

/**
 * The calls of the room, and which of them is running: for the server it starts with the first entry, shortly after the
 * media server made the room. A page that was there before does not have it in its list.
 */
export function useCalls(): Calls {
  const starts = useConversation(({ callStarts }) => callStarts);
  const startedAt = useCallFacts()?.startedAt;
  return useMemo(() => {
    if (startedAt === undefined) return { starts, current: undefined };
    const current = starts.findLast((start) => start > startedAt - clockError);
    return current === undefined
      ? { starts: [...starts, startedAt], current: startedAt }
      : { starts, current };
  }, [starts, startedAt]);
}
