import { useMemo } from 'react';
import { useCallFacts } from '../../../room/call-facts.ts';
import { useConversation } from '../conversation-screen.ts';

export type Calls = {
  /** When the calls of the room started, in ms, in their order. */
  starts: readonly number[];
  /** The start of the running call, one of them. */
  current: number | undefined;
};

/** The media server and the server note the start of one call within this time. In ms. */
const sameCall = 60_000;

/** The calls of the room, and which of them is running; the server lists it only after it has begun. */
export function useCalls(): Calls {
  const starts = useConversation(({ callStarts }) => callStarts);
  const startedAt = useCallFacts()?.startedAt;
  return useMemo(() => {
    if (startedAt === undefined) return { starts, current: undefined };
    const current = starts.findLast((start) => Math.abs(start - startedAt) < sameCall);
    return current === undefined
      ? { starts: [...starts, startedAt], current: startedAt }
      : { starts, current };
  }, [starts, startedAt]);
}
