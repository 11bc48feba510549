import { createScope } from '../../../kit/scope.ts';
import type { Live } from '../../live/live.ts';
import type { Call } from '../call.ts';
import type { Role } from '../call-contract.ts';

type Parts = {
  live: Live;
  call: Pick<Call, 'setRole' | 'readRole' | 'notices'>;
  /** As whom one is in the call. */
  participantId: string;
  /** The role is another: what depends on it is read again. */
  changed: () => void;
};

const isRole = (role: unknown): role is Role => role === 'user' || role === 'moderator';

/** Takes on the role that somebody gives this person while they are in the call. */
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
  // What was said while we could not hear. Who may not ask any more learns it elsewhere.
  scope.add(live.onReturn(() => void call.readRole().then(take, () => undefined)));
  return () => scope.end();
}
