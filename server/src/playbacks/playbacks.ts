/**
 * Automatic webinars. A playback is a row of `rooms` with `kind = 'playback'` and a row of `playbacks`. Owns
 * the tables of events, sessions, timelines, viewings, offers and reminders.
 * Offers: the playback in a path (`access.ts`), its sessions, jobs. Listens to: videos, and deleted
 * recordings, uploads and rooms (`content.ts`); people who are removed (`announceChangedViewers`).
 * Look first: `events/run.ts` starts and ends sessions, `watching/watchers.ts` knows who may watch now.
 */

export { type PlaybackAccess, playbackById, playbackInPath } from './access.ts';
export { onVideoFailed, onVideoReady, releaseContent, releaseContentOfRoom } from './content.ts';
export { followContent } from './events/follow-content.ts';
export { startRunningSessions } from './events/job.ts';
export { extendSchedules } from './events/plan.ts';
export { playbackEventEndpoints } from './events/routes.ts';
export { endOfSession, isReportExpired, isReportFinal } from './events/report-state.ts';
export { finishSessionsOf } from './events/run.ts';
export {
  currentSession,
  keepCountsOfViewers,
  nextSessions,
  type PlaybackSession,
  sessionById,
  sessionStateAt,
} from './events/sessions.store.ts';
export type { Playback } from './playback.ts';
export { reminderEmailWriter } from './reminders/email.ts';
export { startQueueingReminders } from './reminders/queue.ts';
export { eraseReminders } from './reminders/reminders.store.ts';
export { registerOneClick, reminderEndpoints } from './reminders/routes.ts';
export { playbackEndpoints } from './routes.ts';
export { filterVideosInUse } from './store.ts';
export { eraseOriginalNames } from './timeline/erase.store.ts';
export { type PostingParts, startPostingItems } from './timeline/posting.ts';
export { ViewingCaches } from './watching/viewing-caches.ts';
export type { ViewingKind } from './watching/intervals.ts';
export { registerPlaylists } from './watching/playlist-routes.ts';
export { viewingPollEndpoints } from './watching/poll-routes.ts';
export { viewingEndpoints } from './watching/routes.ts';
export { announceChangedViewers, closeSilentViewings } from './watching/viewings.store.ts';
export { startFollowingViewers } from './watching/watchers.ts';
