import { api, isAway } from '../../api/api.ts';
import type { Visitor } from './address.ts';

/**
 * Asks the moderators in the call to let this browser enter by a used link.
 * @returns whether to read the room again: the link is free, or it has ended
 */
export async function askOnThisDevice({ accessToken, clientUniqueId }: Visitor): Promise<boolean> {
  if (!accessToken) return true;
  try {
    return (await api().askOnThisDevice({ body: { accessToken, clientUniqueId } })).isFree;
  } catch (error) {
    return !isAway(error);
  }
}
