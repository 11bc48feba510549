import { Call } from '../../../contract/operations/calls.ts';
import type { Answer } from '../../../contract/routes.ts';
import { presentFields } from '../platform/present.ts';
import type { CallCounts } from './counts.store.ts';
import type { CallRow } from './store.ts';

export const presentCall = (call: CallRow, counts: CallCounts): Answer<'getActiveCall'> => ({
  ...presentFields(Call, call),
  active: call.finishedAt === null,
  participantsCount: call.finishedAt ? call.mostPresent : counts.present,
  totalParticipantsCount: counts.entries,
  uniqueParticipantsCount: counts.people,
  isBreakoutRoom: false,
});
