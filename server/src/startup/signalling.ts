import type { Services } from '../app.ts';
import { endOfDiagnosticsRoom, type TokenClaims } from '../engines/media/media.ts';
import { isParticipantAdmitted } from '../participants/participants.ts';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { addressReader } from '../platform/http/networks.ts';
import { type SignallingParts, usualSignallingLimits } from '../system/signalling/signalling.ts';

/** The ws or wss URL of LECTERN_URL without a path, because signalling is proxied at the root, or of the media server. */
export const signalingUrlOf = ({ config, webUrl }: Services): string =>
  (config.LECTERN_MEDIA_URL ?? new URL(webUrl.origin)).href.replace(/^http/, 'ws').replace(/\/$/, '');

/** Whether the holder of a token may be in its room: as a participant, or until a connection test ends. */
async function mayConnect(db: Db, { roomId, participantId }: TokenClaims): Promise<boolean> {
  const end = endOfDiagnosticsRoom(roomId);
  return end ? now() < end : isParticipantAdmitted(db, participantId);
}

export const signallingPartsOf = ({
  config,
  db,
  engine,
  log,
  limits,
  limitPerMinute,
}: Services): SignallingParts => ({
  engine,
  log,
  rates: limits,
  limits: { ...usualSignallingLimits, ...(limitPerMinute === 0 && { attempts: 0, attemptsByAddress: 0 }) },
  addressOf: addressReader(config.LECTERN_TRUSTED_PROXIES),
  mayConnect: (claims) => mayConnect(db, claims),
});
