import type { Answer, Client } from '../../../../../contract/client/index.ts';
import type { PlaybackReport } from '../../../../../contract/operations/playback-report.ts';
import { ApiError } from '../../../api/api.ts';
import { useApi } from '../../../panel/context.ts';
import { type Loaded, useLoaded } from '../../../panel/loading/use-loaded.ts';

export type SessionPlace = { spaceId: string; playbackId: string; sessionId: string };
type Session = Answer<'getPlaybackEventSessions'>['items'][number];

export type LoadedSession = {
  spaceName: string;
  playbackName: string;
  session: Session;
  /** Without one: the session has not begun, or its people were deleted. */
  report: PlaybackReport | 'report_not_ready' | 'report_expired';
};

/** The report names the session by its event, which the list of sessions has. */
async function findSession(api: Client, { spaceId, playbackId, sessionId }: SessionPlace): Promise<Session> {
  for (let offset = 0; ; offset += 1000) {
    const query = { order: 'desc', limit: 1000, offset } as const;
    const { items, total } = await api.getPlaybackEventSessions({ spaceId, playbackId, query });
    const found = items.find(({ id }) => id === sessionId);
    if (found) return found;
    if (offset + 1000 >= total) throw new ApiError(new Response(null, { status: 404 }), {});
  }
}

/** In milliseconds, while the session runs. */
const pace = 10_000;

/** The report of a session; of a running one again and again. */
export function useSessionReport(place: SessionPlace): Loaded<LoadedSession> {
  const api = useApi();
  const { spaceId, playbackId, sessionId } = place;
  return useLoaded<LoadedSession>({
    key: ['session report', sessionId],
    load: async () => {
      const [space, playback, session] = await Promise.all([
        api.getSpace({ spaceId }),
        api.getPlayback({ spaceId, playbackId }),
        findSession(api, place),
      ]);
      const names = { spaceName: space.name, playbackName: playback.name, session };
      try {
        const query = {
          playbackEventId: session.playbackEventId,
          playbackEventSessionId: sessionId,
          provisional: true,
        };
        return { ...names, report: await api.getPlaybackSessionAnalyticsReport({ spaceId, query }) };
      } catch (error) {
        const code = error instanceof ApiError ? error.code : undefined;
        if (code === 'report_not_ready' || code === 'report_expired') return { ...names, report: code };
        throw error;
      }
    },
    pace: ({ report }) =>
      report === 'report_not_ready' || (typeof report === 'object' && !report.isFinal) ? pace : undefined,
  });
}
