import { createScope } from '../../kit/scope.ts';
import type { Call } from '../call/call.ts';
import type { WaitingRoom } from './waiting-room.ts';

type Parts = {
  room: WaitingRoom;
  call: Pick<Call, 'state' | 'notices'>;
  /** Called when somebody asks to join. */
  ring: () => void;
};

/** Shows moderators a notice of waiting people, and dismisses it when nobody waits any more. */
export function notifyOfWaiting({ room, call, ring }: Parts): () => void {
  const scope = createScope();
  const onRole = (): void => room.setOpen(call.state.get().people[0]?.role === 'moderator');
  scope.add(
    room.onArrived((arrived) => {
      ring();
      const last = arrived.at(-1);
      if (room.isWatched.get() || !last) return;
      const more = room.list.get().length - 1;
      call.notices.add({ kind: 'asks-to-join', participantId: last.id, name: last.name, more });
    }),
  );
  scope.add(
    room.list.subscribe(() => {
      const waiting = new Set(room.list.get().map(({ id }) => id));
      call.notices.dismissWhere((one) => one.kind === 'asks-to-join' && !waiting.has(one.participantId));
    }),
  );
  scope.add(call.state.subscribe(onRole));
  onRole();
  return () => scope.end();
}
