import { ownParticipantOf, refuseExcluded } from '../participants/participants.ts';
import { Refusal, refuse, refuseField } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { roomInPath } from '../rooms/rooms.ts';
import { countsOf } from './counts.store.ts';
import { finishActiveCall } from './end-for-all.ts';
import type { CallParts } from './parts.ts';
import { presenceIn } from './presence.ts';
import { presentCall } from './present.ts';
import { activeCallOf } from './store.ts';
import { timerEndpoints } from './timer/routes.ts';
import { activityKinds, recordActivity } from './visits/activity.store.ts';
import { updateWaitingMessage } from './waiting-message.ts';

const activityEndpoint: Endpoint = endpoint('reportActivity', {
  permissionInStatement: true,
  access: ownParticipantOf,
  handle: async ({ db, caller, params, body, least }) => {
    const { entryId = null, number = null, isTabVisible, isSpeaking } = body;
    const isReport = isTabVisible !== undefined || isSpeaking !== undefined;
    if (isReport && caller.participantId === params.participantId) {
      const { spaceId, participantId } = params;
      const states = { tab: isTabVisible, speaking: isSpeaking };
      const kindsIn = (state: boolean) => activityKinds.filter((kind) => states[kind] === state);
      const which = { participantId, spaceId, entryId, number };
      if (await recordActivity(db, { ...which, on: kindsIn(true), off: kindsIn(false) })) return undefined;
    }
    await ownParticipantOf({ db, caller, params, least });
    await refuseExcluded(db, caller.participantId);
    if (!isReport) refuseField('isTabVisible', 'is required, or isSpeaking');
    return refuse('participant_not_in_call');
  },
});

export const callEndpoints = (parts: CallParts): Endpoint[] => [
  endpoint('getActiveCall', {
    access: roomInPath,
    handle: async ({ db, access }) => {
      const call = await activeCallOf(db, access.room.id);
      if (!call) throw new Refusal('call_not_active');
      return presentCall(call, await countsOf(db, call.id));
    },
  }),
  endpoint('getCallPresence', {
    access: roomInPath,
    handle: ({ db, caller, access }) => presenceIn(db, caller, access),
  }),
  endpoint('updateWaitingMessage', {
    access: roomInPath,
    handle: async ({ db, body: { text }, access }) => ({
      text: await updateWaitingMessage(db, parts, { roomId: access.room.id, text }),
    }),
  }),
  endpoint('finishActiveCall', {
    access: roomInPath,
    handle: async ({ db, access }) => {
      const call = await finishActiveCall(parts, access.room.id, db);
      return presentCall(call, await countsOf(db, call.id));
    },
  }),
  ...timerEndpoints(parts),
  activityEndpoint,
];
