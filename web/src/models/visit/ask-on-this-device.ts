import { api, isAway } from '../../api/api.ts';
import type { Visitor } from './address.ts';

/** `over`: the room is to be read again, because the link is free or has ended. `unheard`: no moderator is there. */
type DeviceAnswer = 'over' | 'heard' | 'unheard' | 'away';

/** Asks the moderators in the call to let this browser enter by a used link. */
export async function askOnThisDevice({ accessToken, clientUniqueId }: Visitor): Promise<DeviceAnswer> {
  if (!accessToken) return 'over';
  try {
    const { isFree, isHeard } = await api().askOnThisDevice({ body: { accessToken, clientUniqueId } });
    if (isFree) return 'over';
    return isHeard ? 'heard' : 'unheard';
  } catch (error) {
    return isAway(error) ? 'away' : 'over';
  }
}
