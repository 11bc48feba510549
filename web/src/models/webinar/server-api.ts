import { api, discard } from '../../api/api.ts';
import type { CallEntry } from '../call/call-contract.ts';
import { clientOf, type VisitCredential } from '../visit/credential.ts';
import type { WebinarApi } from './api.ts';
import type { RemindersApi } from './reminders.ts';

/** The server's operations with the participant's own token. */
export function webinarApi({ spaceId, roomId: playbackId, participantToken }: CallEntry): WebinarApi {
  const client = api(participantToken);
  const at = { spaceId, playbackId };
  return {
    program: () => client.getProgram(at),
    open: (body) => client.openViewing({ ...at, body }),
    report: (viewingId, body) => client.reportViewing({ ...at, viewingId, body }),
    close: (viewingId) => {
      // A lost request is no harm: the server misses the next report.
      client.closeViewing({ ...at, viewingId }, { keepalive: true }).catch(() => undefined);
    },
    endSession: (playbackEventSessionId) =>
      discard(client.endPlaybackSession({ ...at, playbackEventSessionId })),
    polls: (viewingId) => client.listViewingPolls({ ...at, viewingId }),
    vote: (viewingId, pollId, body) => client.voteInViewing({ ...at, viewingId, pollId, body }),
    questions: (viewingId) => client.listViewingQuestions({ ...at, viewingId }),
    ask: (viewingId, text) => client.askQuestion({ ...at, viewingId, body: { text } }),
    withdrawQuestion: (viewingId, questionId) =>
      discard(client.withdrawQuestion({ ...at, viewingId, questionId })),
    react: (viewingId, emoji) => discard(client.sendViewingReaction({ ...at, viewingId, body: { emoji } })),
    clickOffer: (viewingId, itemId) => discard(client.clickOffer({ ...at, viewingId, itemId })),
  };
}

/** Reminders with the participant's own token. */
export function remindersApi({ spaceId, roomId: playbackId, participantToken }: CallEntry): RemindersApi {
  const client = api(participantToken);
  const at = { spaceId, playbackId };
  return {
    read: () => client.getReminders(at),
    request: (body) => client.requestReminders({ ...at, body }),
    cancel: (playbackEventSessionId) => discard(client.cancelReminders({ ...at, playbackEventSessionId })),
  };
}

/** The program as a person may read it before the entry. */
export const programBeforeEntry = (
  as: VisitCredential,
  { spaceId, id: playbackId }: { spaceId: string; id: string },
): Pick<WebinarApi, 'program'> => {
  const client = clientOf(as);
  return { program: () => client.getProgram({ spaceId, playbackId }) };
};
