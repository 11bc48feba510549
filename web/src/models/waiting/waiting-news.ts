import { createScope } from '../../kit/scope.ts';
import type { Call } from '../call/call.ts';
import type { WaitingPerson } from './api.ts';
import type { WaitingRoom } from './waiting-room.ts';

type Parts = {
  room: WaitingRoom;
  call: Pick<Call, 'state' | 'notices'>;
  /** Called when somebody asks to join. */
  ring: () => void;
};

/** Shows moderators a notice of waiting people. It names somebody who still waits, and disappears when nobody does. */
export function notifyOfWaiting({ room, call, ring }: Parts): () => void {
  const scope = createScope();
  const onRole = (): void => room.setOpen(call.state.get().people[0]?.role === 'moderator');
  const notify = ({ id, name }: WaitingPerson): void => {
    const more = room.list.get().length - 1;
    call.notices.add({ kind: 'asks-to-join', participantId: id, name, more });
  };
  scope.add(
    room.onArrived((arrived) => {
      ring();
      const last = arrived.at(-1);
      if (last && !room.isWatched.get()) notify(last);
    }),
  );
  const onList = (): void => {
    const waiting = room.list.get();
    for (const notice of call.notices.list.get()) {
      if (notice.kind !== 'asks-to-join') continue;
      const named = waiting.find(({ id }) => id === notice.participantId) ?? waiting.at(-1);
      if (!named) call.notices.dismiss(notice.id);
      else if (named.id !== notice.participantId || waiting.length - 1 !== notice.more) notify(named);
    }
  };
  scope.add(room.list.subscribe(onList));
  scope.add(call.state.subscribe(onRole));
  onRole();
  return () => scope.end();
}
