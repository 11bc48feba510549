import { useEffect, useRef } from 'react';
import type { MeetingProps } from '../../models/call/call-contract.ts';
import { type OpenCall, openCall } from '../../models/call/open-call.ts';
import { useSharedStageIfOpen } from '../../room/room-parts.tsx';
import { useResource } from '../../room/use-resource.ts';

/** Opens and starts the call once, and calls `onLeft` when it has ended. */
export function useOpenCall({ entry, room, devices, onLeft }: MeetingProps): OpenCall | undefined {
  const stage = useRef(useSharedStageIfOpen());
  stage.current = useSharedStageIfOpen();
  const [opened] = useResource(() => {
    const call = openCall(entry, room, (item) => stage.current?.take(item));
    call.start(devices);
    return call;
  });
  const left = useRef(onLeft);
  left.current = onLeft;
  useEffect(() => {
    if (!opened) return;
    const { state } = opened.call;
    const reportEnd = (): void => {
      const { connection } = state.get();
      if (connection.phase !== 'ended') return;
      unsubscribe();
      left.current(connection.reason);
    };
    const unsubscribe = state.subscribe(reportEnd);
    reportEnd();
    return unsubscribe;
  }, [opened]);
  return opened;
}
