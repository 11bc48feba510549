import { Refusal } from '../platform/errors.ts';
import { groupForOwner, type OfGroup } from '../webhooks/webhooks.ts';
import { findServer, type ServerRow } from './servers.store.ts';

export const groupOfApi = (request: OfGroup): Promise<{ spaceId: string }> =>
  groupForOwner(request, "Operations of BigBlueButton take the personal token of the group's owner.");

export function noServer(): never {
  throw new Refusal('not_found', { message: 'This group does not offer the API of BigBlueButton.' });
}

/** Finds the API of the group in the path for the group's owner. */
export async function ownersServer(request: OfGroup): Promise<ServerRow> {
  const { spaceId } = await groupOfApi(request);
  return (await findServer(request.db, spaceId)) ?? noServer();
}
