import type { Answer } from '../../../../contract/routes.ts';
import type { ParticipantEffects } from '../../participants/participants.ts';
import { now, timestamp, timestampOrNull } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { type PlaybackAccess, playbackInPath } from '../access.ts';
import {
  currentSession,
  latestReplay,
  nextSessions,
  type PlaybackSession,
} from '../events/sessions.store.ts';
import { insertClick, shownItemsOf } from '../timeline/open-items.store.ts';
import { comingSeconds, itemsOpenAt } from '../timeline/open-items.ts';
import { ownViewingInPath, requireViewing, viewerInPath } from './access.ts';
import type { MissedReport } from './follow.ts';
import { boundReport, type WatchReport } from './intervals.ts';
import { openViewing } from './open.ts';
import { clockOf, isShown, lastReportOf, positionOf } from './standing.ts';
import type { ViewingCaches } from './viewing-caches.ts';
import type { SeenViewing } from './viewings.store.ts';

const presentSession = ({ id, startDate, endDate }: PlaybackSession) => ({
  id,
  startDate: timestamp(startDate),
  endDate: timestampOrNull(endDate),
});

const mostToCome = 10;

async function readProgram(
  db: Db,
  watching: ViewingCaches,
  { room, playback }: PlaybackAccess,
): Promise<Answer<'getProgram'>> {
  const at = now();
  const running = await currentSession(db, room.id, at);
  const next = await nextSessions(db, room.id, { at, limit: mostToCome });
  const replay = await latestReplay(db, room.id, at);
  const video = await watching.videos.get(running?.videoId ?? playback.videoId);
  return {
    serverTime: timestamp(now()),
    name: room.name,
    isPermanent: running?.isPermanent ?? false,
    running: running ? presentSession(running) : null,
    next: next.map(presentSession),
    replay: replay ? presentSession(replay) : null,
    duration: video?.duration ?? null,
    redirectUrl: room.redirectUrl,
  };
}

interface TakenReport {
  report: WatchReport;
  missed?: readonly MissedReport[];
  isClosing?: boolean;
}

/** Passes a report on to be stored. */
async function takeReport(
  watching: ViewingCaches,
  viewing: SeenViewing,
  { report, missed = [], isClosing = false }: TakenReport,
): Promise<void> {
  const video = await watching.videos.get(viewing.videoId);
  // The content was deleted: there is nothing left to watch.
  if (!video) return;
  const clock = clockOf(viewing, video.duration);
  watching.reports.add(viewing.id, { report, missed, clock, isClosing });
  const { at, position, isPlaying, isTabVisible } = boundReport(report, clock);
  Object.assign(viewing, { seenAt: at, position, isPlaying, isTabVisible });
}

export const viewingEndpoints = (
  watching: ViewingCaches,
  participants: Pick<ParticipantEffects, 'onPeopleChanged'>,
): Endpoint[] => [
  endpoint('getProgram', {
    access: playbackInPath,
    handle: ({ db, access }) => readProgram(db, watching, access),
  }),
  endpoint('openViewing', {
    access: viewerInPath,
    handle: ({ db, caller, access, body }) =>
      openViewing(db, { watching, ...participants }, { caller, access, body }),
  }),
  endpoint('reportViewing', {
    permissionInStatement: true,
    access: ownViewingInPath,
    handle: async ({ db, caller, params, body }) => {
      const viewing = await requireViewing(watching, { db, caller, params });
      const at = now();
      const { messagesFrom: from = 0, missed, withCaptions = false, ...reported } = body;
      await takeReport(watching, viewing, { report: { at, ...reported }, missed });
      const { sessionId, kind, endDate, position } = viewing;
      const isPermanent = kind === 'permanent';
      const isRunning = isShown(viewing, at);
      const captions = withCaptions && isRunning ? await watching.captionsOf(viewing) : undefined;
      const questionsRevision = await watching.questions.revisionFor(viewing);
      return {
        serverTime: timestamp(now()),
        state: isRunning ? ('running' as const) : ('finished' as const),
        endDate: timestampOrNull(endDate),
        playlistUrl: watching.playlistUrl(viewing, caller.expiresAt),
        viewers: await watching.viewersOf({ sessionId, kind }),
        items: itemsOpenAt(await watching.shownItemsOf(sessionId), position, comingSeconds),
        ...(questionsRevision !== null && { questionsRevision }),
        hasCaptions: isRunning && (await watching.captions.has(viewing.videoId)),
        ...(captions && { captions }),
        ...(isPermanent && (await watching.messagesOf(sessionId, { from, position }))),
      };
    },
  }),
  endpoint('closeViewing', {
    access: ownViewingInPath,
    handle: async ({ params, access }) => {
      const viewing = (await watching.watchers.get(params.viewingId)) ?? access;
      const at = now();
      const video = await watching.videos.get(viewing.videoId);
      const position = positionOf(viewing, video?.duration ?? 0, at);
      const report = { ...lastReportOf(viewing), at, position, isPlaying: false };
      await takeReport(watching, viewing, { report, isClosing: true });
    },
  }),
  endpoint('clickOffer', {
    access: ownViewingInPath,
    // Counts a click on an offer that the viewer has seen, also on one that has just closed.
    handle: async ({ db, params: { itemId }, access: viewing }) => {
      const video = await watching.videos.get(viewing.videoId);
      const { sessionId, participantId } = viewing;
      const second = positionOf(viewing, video?.duration ?? 0, now());
      await inTransaction(db, async (trx) => {
        const items = await shownItemsOf(trx, sessionId);
        const offer = items.find(({ id, kind }) => id === itemId && kind === 'offer');
        if (!offer || offer.atSecond > second) refuse('not_found');
        await insertClick(trx, { sessionId, itemId, participantId });
      });
    },
  }),
];
