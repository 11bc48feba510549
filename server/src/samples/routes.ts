import type { AttemptLimits } from '../auth/auth.ts';
import { timestamp } from '../platform/clock.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { roomInPath } from '../rooms/rooms.ts';
import { type MakingParts, makeSampleCall } from './make.ts';

export interface SampleParts extends MakingParts {
  attempts: AttemptLimits;
}

export const sampleEndpoints = (parts: SampleParts): Endpoint[] => [
  endpoint('createSampleCall', {
    access: roomInPath,
    handle: async ({ db, params: { spaceId, roomId }, body }) => {
      await parts.attempts.take(db, { kind: 'sample-call', account: spaceId, ip: '' });
      const { call, recordId } = await makeSampleCall(parts, db, { spaceId, roomId, body });
      const { id: callId, startedAt, finishedAt } = call;
      return {
        ...{ callId, recordId, roomId },
        ...{ startedAt: timestamp(startedAt), finishedAt: timestamp(finishedAt) },
      };
    },
  }),
];
