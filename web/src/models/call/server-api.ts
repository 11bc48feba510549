import { api, discard } from '../../api/api.ts';
import type { StageItem } from '../stage/api.ts';
import type { CallApi } from './api.ts';
import type { CallEntry } from './call-contract.ts';

/** The call's server operations with the participant's own token. A node of an older version sends no item. */
export function callApi(
  { spaceId, roomId, participantId, participantToken }: CallEntry,
  onStage: (item: StageItem | undefined) => void,
): CallApi {
  const client = api(participantToken);
  return {
    signalingToken: async () => {
      const { stage, ...pass } = await client.issueSignalingToken({ spaceId, participantId });
      onStage(stage);
      return pass;
    },
    reportActivity: (entryId, report) =>
      discard(
        // The report that the tab is hidden may be the last one of the page.
        client.reportActivity(
          { spaceId, participantId, body: { entryId, ...report } },
          { keepalive: !report.isTabVisible },
        ),
      ),
    noteJoined: () => discard(client.joinRoom({ spaceId, roomId, body: { participantId } })),
    role: async () => (await client.getParticipant({ spaceId, participantId })).role,
    mute: (id, source) => discard(client.muteParticipant({ spaceId, participantId: id, body: { source } })),
    askToUnmute: (id) => discard(client.askToUnmute({ spaceId, participantId: id })),
    allowDrawing: (id, isAllowed) =>
      discard(client.updateDrawing({ spaceId, roomId, participantId: id, body: { isAllowed } })),
    muteEverybody: async (source) =>
      (await client.muteEverybody({ spaceId, roomId, body: { source } })).total,
    remove: (id) => discard(client.removeParticipant({ spaceId, participantId: id })),
    update: (id, body) => discard(client.updateParticipant({ spaceId, participantId: id, body })),
    spotlight: (id, isOn) => {
      const at = { spaceId, participantId: id };
      return discard(isOn ? client.spotlightParticipant(at) : client.endSpotlight(at));
    },
    allowSpeaking: (id) => discard(client.allowSpeaking({ spaceId, participantId: id })),
    stopSpeaking: (id) => discard(client.stopSpeaking({ spaceId, participantId: id })),
    finishForAll: () => discard(client.finishActiveCall({ spaceId, roomId })),
  };
}
