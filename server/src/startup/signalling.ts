import type { Config } from '../config.ts';
import { endOfDiagnosticsRoom, type TokenClaims } from '../engines/media/media.ts';
import { requireAdmitted } from '../participants/admitted.ts';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';

/** The ws or wss URL of LECTERN_URL without a path, because signalling is proxied at the root, or of the media server. */
export const signalingUrlOf = ({ LECTERN_MEDIA_URL: media, LECTERN_URL: url }: Config): string =>
  (media ?? new URL(url.origin)).href.replace(/^http/, 'ws').replace(/\/$/, '');

/** Refuses the holder of a token who may not be in its room: as a participant, or after the end of a connection test. */
export async function checkMayConnect(db: Db, { roomId, participantId }: TokenClaims): Promise<void> {
  const end = endOfDiagnosticsRoom(roomId);
  if (!end) return requireAdmitted(db, participantId);
  if (end <= now()) refuse('forbidden', 'This connection test is over.');
}
