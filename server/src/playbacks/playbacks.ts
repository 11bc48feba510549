/**
 * Automatic webinars. A playback is a row of `rooms` with `kind = 'playback'` and a row of `playbacks`. Owns
 * the tables of events, sessions, timelines, viewings, offers, questions and reminders.
 * Offers: the state of a session's report, erasures. Listens to: videos, and deleted
 * recordings, uploads and rooms (`content.ts`); people who are removed (`announceChangedViewers`).
 * Look first: `events/run-sessions.ts` starts and ends sessions, `watching/watchers.ts` knows who may watch now.
 */

export { endOfSession, isReportExpired, isReportFinal } from './events/report-state.ts';
export { eraseQuestions } from './questions/questions.store.ts';
export { eraseReminders } from './reminders/reminders.store.ts';
export { eraseOriginalNames } from './timeline/original-chat.store.ts';
export type { ViewingKind } from './watching/intervals.ts';
