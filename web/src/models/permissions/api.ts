import { api } from '../../api/api.ts';
import type { CallEntry, CallPermissions } from '../call/call-contract.ts';

/** The server operations that permissions use. The page passes the SDK's client, tests a fake. */
export type PermissionApi = {
  read: () => Promise<CallPermissions>;
  update: (change: Partial<CallPermissions>) => Promise<CallPermissions>;
};

/** Uses the participant's own token. */
export function permissionApi({ spaceId, roomId, participantToken }: CallEntry): PermissionApi {
  const client = api(participantToken);
  const place = { spaceId, roomId };
  return {
    read: () => client.getRoom(place),
    update: (body) => client.updateCallPermissions({ ...place, body }),
  };
}
