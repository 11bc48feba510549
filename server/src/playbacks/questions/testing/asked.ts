import type { Body } from '../../../../../contract/routes.ts';
import type { InProcess } from '../../../../testing/in-process.ts';
import { enterPlayback } from '../../../../testing/playbacks.ts';
import { insertSession, makeWatchable, type SessionTimes } from '../../../../testing/webinars/watchable.ts';
import type { Db } from '../../../platform/db/db.ts';

/** A webinar whose session runs, and a function by which people watch it. */
export async function makeAsked(
  lectern: InProcess,
  db: Db,
  { begunAgo = 60, ...times }: Partial<SessionTimes> = {},
) {
  const webinar = await makeWatchable(lectern, db, { isPublic: false });
  const { spaceId, playbackId, owner } = webinar;
  const { id: sessionId } = await insertSession(db, webinar, { begunAgo, ...times });
  const asRoom = { spaceId, roomId: playbackId };
  const inSession = { ...webinar.at, playbackEventSessionId: sessionId };
  const watch = async (link: Partial<Body<'generateAccess'>> = {}, of = sessionId) => {
    const { id, api } = await enterPlayback(lectern, { owner, asRoom }, link);
    const { viewingId, chatChannelId } = await api.openViewing({ ...webinar.at, body: { sessionId: of } });
    const at = { ...webinar.at, viewingId };
    return {
      ...{ id, api, at, channelId: chatChannelId },
      ask: (text: string) => api.askQuestion({ ...at, body: { text } }),
      list: () => api.listViewingQuestions(at),
      report: () => api.reportViewing({ ...at, body: { position: 0, isPlaying: true, isTabVisible: true } }),
    };
  };
  return { ...webinar, sessionId, asRoom, inSession, watch };
}
