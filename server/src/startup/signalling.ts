import type { Config } from '../config.ts';
import { endOfDiagnosticsRoom, type MediaEngine, type TokenClaims } from '../engines/media/media.ts';
import { isParticipantAdmitted } from '../participants/participants.ts';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { RateLimits } from '../platform/http/access/rate-limit.ts';
import { addressReader } from '../platform/http/networks.ts';
import type { Logger } from '../platform/logging/log.ts';
import { type SignallingParts, usualSignallingLimits } from '../system/signalling/signalling.ts';

/** The ws or wss URL of LECTERN_URL without a path, because signalling is proxied at the root, or of the media server. */
export const signalingUrlOf = ({ LECTERN_MEDIA_URL: media, LECTERN_URL: url }: Config): string =>
  (media ?? new URL(url.origin)).href.replace(/^http/, 'ws').replace(/\/$/, '');

/** Whether the holder of a token may be in its room: as a participant, or until a connection test ends. */
async function mayConnect(db: Db, { roomId, participantId }: TokenClaims): Promise<boolean> {
  const end = endOfDiagnosticsRoom(roomId);
  return end ? now() < end : isParticipantAdmitted(db, participantId);
}

interface Given {
  config: Config;
  db: Db;
  engine: MediaEngine;
  log: Logger;
  limits: RateLimits;
  limitPerMinute: number | undefined;
}

export const signallingPartsOf = ({
  config,
  db,
  engine,
  log,
  limits,
  limitPerMinute,
}: Given): SignallingParts => ({
  engine,
  log,
  rates: limits,
  limits: { ...usualSignallingLimits, ...(limitPerMinute === 0 && { attempts: 0, attemptsByAddress: 0 }) },
  addressOf: addressReader(config.LECTERN_TRUSTED_PROXIES),
  mayConnect: (claims) => mayConnect(db, claims),
});
