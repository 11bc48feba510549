/**
 * Tests of a person's devices and connection, which run in the page (`web/src/models/diagnostics/`). Owns no
 * table: a test has a room of the media server alone, whose id contains its end (`newDiagnosticsRoomId` in
 * `engines/media/media.ts`). `end.ts` ends rooms that are over.
 */

import { type MediaEngine, mayPublishNothing, newDiagnosticsRoomId } from '../engines/media/media.ts';
import type { SocketEngine } from '../engines/socket/socket.ts';
import { after, seconds, timestamp } from '../platform/clock.ts';
import type { RateLimits } from '../platform/http/access/rate-limit.ts';
import { type Endpoint, endpoint, openToAll } from '../platform/http/endpoint.ts';
import { limitKeyOf } from '../platform/http/networks.ts';
import { newId } from '../platform/ids.ts';

export interface DiagnosticsParts {
  engine: Pick<MediaEngine, 'issueToken'>;
  socket: Pick<SocketEngine, 'url'>;
  /** The URL to which the media SDK connects. */
  signalingUrl: string;
  limits: RateLimits;
  /** False if LECTERN_RATE_LIMIT_PER_MINUTE is 0. */
  isLimited: boolean;
}

/** Longer than all tests of the page take when each of them runs into its timeout. */
const lastsSeconds = 90;

/** The page starts four tests, and a class of a school shares one address. A room holds one person who sends nothing. */
export const diagnosticsPerMinute = { byAddress: 240, inAll: 1_200 };

export const diagnosticsEndpoints = (parts: DiagnosticsParts): Endpoint[] => [
  endpoint('startDiagnostics', {
    access: openToAll,
    handle: async ({ origin }) => {
      const { engine, socket, signalingUrl, limits, isLimited } = parts;
      if (isLimited) {
        await limits.takeOrRefuse(`diagnostics:${limitKeyOf(origin.ip)}`, diagnosticsPerMinute.byAddress);
        await limits.takeOrRefuse('diagnostics', diagnosticsPerMinute.inAll);
      }
      const endsAt = after(seconds(lastsSeconds));
      const signalingToken = await engine.issueToken({
        roomId: newDiagnosticsRoomId(endsAt),
        // One identity for each room: a second client with the token replaces the first.
        participantId: newId(),
        entryId: newId(),
        name: 'Connection test',
        role: 'user',
        publish: mayPublishNothing,
        ttlSeconds: lastsSeconds,
      });
      return {
        signalingToken,
        url: signalingUrl,
        socketUrl: socket.url,
        endsAt: timestamp(endsAt),
      };
    },
  }),
];
