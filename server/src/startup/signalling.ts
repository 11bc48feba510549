import type { Config } from '../config.ts';
import { endOfDiagnosticsRoom, type TokenClaims } from '../engines/media/media.ts';
import { isParticipantAdmitted } from '../participants/participants.ts';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';

/** The ws or wss URL of LECTERN_URL without a path, because signalling is proxied at the root, or of the media server. */
export const signalingUrlOf = ({ LECTERN_MEDIA_URL: media, LECTERN_URL: url }: Config): string =>
  (media ?? new URL(url.origin)).href.replace(/^http/, 'ws').replace(/\/$/, '');

/** Whether the holder of a token may be in its room: as a participant, or until a connection test ends. */
export async function mayConnect(db: Db, { roomId, participantId }: TokenClaims): Promise<boolean> {
  const end = endOfDiagnosticsRoom(roomId);
  return end ? now() < end : isParticipantAdmitted(db, participantId);
}
