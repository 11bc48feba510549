import type { Answer } from '../../../contract/routes.ts';
import { timestamp, timestampOrNull } from '../platform/clock.ts';
import type { CallCounts } from './counts.store.ts';
import type { CallRow } from './store.ts';

export const presentCall = (call: CallRow, counts: CallCounts): Answer<'getActiveCall'> => ({
  id: call.id,
  active: call.finishedAt === null,
  roomId: call.roomId,
  participantsCount: call.finishedAt ? call.mostPresent : counts.present,
  totalParticipantsCount: counts.entries,
  uniqueParticipantsCount: counts.people,
  isBreakoutRoom: false,
  planAlias: call.planAlias,
  roomType: call.roomType,
  startedAt: timestamp(call.startedAt),
  finishedAt: timestampOrNull(call.finishedAt),
});
