import type { Db } from '../platform/db/db.ts';
import type { Room } from '../rooms/rooms.ts';
import { clearFeedback } from './feedback.ts';
import { type HandParts, lowerAllHands } from './hands.ts';

/** In the transaction that changes a room: ends the hands and the feedback that people may not give any more. */
export async function endForbiddenGestures(
  parts: HandParts,
  trx: Db,
  { before, after }: { before: Room; after: Room },
): Promise<void> {
  const isForbidden = (
    flag: 'isHandRaisingAllowed' | 'isReactingAllowed',
    feature: 'handRaising' | 'reactions',
  ): boolean => {
    const isOff = ({ disabledFeatures }: Room): boolean => disabledFeatures.includes(feature);
    return (before.flags[flag] && !after.flags[flag]) || (isOff(after) && !isOff(before));
  };
  if (isForbidden('isHandRaisingAllowed', 'handRaising')) await lowerAllHands(parts, trx, after.id);
  if (isForbidden('isReactingAllowed', 'reactions')) await clearFeedback(parts, trx, after.id);
}
