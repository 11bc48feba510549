import { useEffect, useRef, useState } from 'react';
import type { StageProps } from '../../models/call/call-contract.ts';
import { type OpenCall, openCall } from '../../models/call/open-call.ts';

/**
 * Opens the call once and ends it when the stage goes for good. Development mode takes a component away and puts it
 * back at once; the end waits for the next task, so that this does not hang up on anybody.
 */
export function useOpenCall({ entry, room, devices, onLeft }: StageProps): OpenCall | undefined {
  const held = useRef<OpenCall | undefined>(undefined);
  const ending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const first = useRef({ entry, room, devices });
  const left = useRef(onLeft);
  left.current = onLeft;
  const [call, setCall] = useState<OpenCall>();

  useEffect(() => {
    clearTimeout(ending.current);
    if (!held.current) {
      held.current = openCall(first.current.entry, first.current.room);
      held.current.start(first.current.devices);
    }
    const opened = held.current;
    setCall(opened);
    const unsubscribe = opened.call.state.subscribe(() => {
      const { connection } = opened.call.state.get();
      if (connection.phase !== 'ended') return;
      unsubscribe();
      left.current(connection.reason);
    });
    return () => {
      unsubscribe();
      ending.current = setTimeout(() => {
        held.current = undefined;
        opened.end();
      });
    };
  }, []);
  return call;
}
