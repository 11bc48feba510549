import { createScope } from '../../../kit/scope.ts';
import type { Live } from '../../live/live.ts';
import type { Call } from '../call.ts';
import type { Role } from '../call-contract.ts';

type Parts = {
  live: Live;
  call: Pick<Call, 'setRole' | 'readRole' | 'notices'>;
  /** The own participant id. */
  participantId: string;
  /** Called after a role change, to read again what depends on the role. */
  changed: () => void;
};

const isRole = (role: unknown): role is Role => role === 'user' || role === 'moderator';

/** Applies role changes of this person during the call. Returns a function that stops it. */
export function applyRoleChanges({ live, call, participantId, changed }: Parts): () => void {
  const scope = createScope();
  const take = (role: Role): void => {
    if (scope.ended || !call.setRole(role)) return;
    call.notices.add({ kind: 'role-changed', role });
    changed();
  };
  scope.add(
    live.onPersonal('role-changed', (payload) => {
      if (payload.participantId === participantId && isRole(payload.role)) take(payload.role);
    }),
  );
  // Read the role after a break, and when the socket connects after the entry: a message may have been missed. A
  // refusal means that they are excluded, which the connection reports.
  const read = () => void call.readRole().then(take, () => undefined);
  scope.add(live.onReturn(read));
  if (live.state.get() !== 'up') {
    const stop = live.state.subscribe(() => {
      if (live.state.get() !== 'up') return;
      stop();
      read();
    });
    scope.add(stop);
  }
  return () => scope.end();
}
