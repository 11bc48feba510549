import { after, now, seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { Room } from '../../rooms/rooms.ts';
import { announce } from '../../webhooks/webhooks.ts';
import { playbackById } from '../access.ts';
import { wakeReminders } from '../reminders/reminders.store.ts';
import { announceChangedSession } from '../watching/viewings.store.ts';
import {
  markReportAnnounced,
  markSessionFinished,
  nextDueTime,
  openSessionsOf,
  reportsToAnnounce,
  sessionsToFinish,
  sessionsToStart,
} from './due.store.ts';
import { markSessionStarted } from './media.store.ts';
import { timings as reportTimings } from './report-state.ts';
import { hasOpened, lockSession, type PlaybackSession, sessionStateAt } from './sessions.store.ts';

export const timings = {
  /** A session that is created now and begins at once is noticed this much later at most. */
  everyMs: seconds(1),
};

/** A session whose length is unknown this long after its start ends. */
const withoutLengthMs = seconds(3600);

async function announceSession(
  trx: Db,
  eventName: 'session_started' | 'session_finished' | 'report_ready',
  { id: sessionId, playbackId, eventId: playbackEventId }: PlaybackSession,
): Promise<void> {
  const found = await playbackById(trx, playbackId);
  if (!found) return;
  const event = { eventName, spaceId: found.room.spaceId, roomId: playbackId, sessionId };
  // Its receiver reads the report by both ids.
  await announce(trx, eventName === 'report_ready' ? { ...event, playbackEventId } : event);
}

/** Announces the start of a locked session whose time has come. @returns the session as it is then */
async function startSession(
  trx: Db,
  { id: sessionId, playbackId }: PlaybackSession,
): Promise<PlaybackSession> {
  await markSessionStarted(trx, sessionId, now());
  const started = (await lockSession(trx, { sessionId, playbackId })) ?? refuse('not_found');
  await announceSession(trx, 'session_started', started);
  return started;
}

/** Announces the end of a locked session, after its start if that was not announced yet. */
async function finishSession(trx: Db, before: PlaybackSession, endedBy: string | null = null): Promise<void> {
  const { endDate } = before.startedAt === null ? await startSession(trx, before) : before;
  const at = now();
  const end = endDate !== null && endDate < at ? endDate : at;
  await markSessionFinished(trx, before.id, { at, endDate: end, endedBy });
  await announceSession(trx, 'session_finished', before);
}

/** Announces the report of a locked session that finished. */
async function announceReport(trx: Db, session: PlaybackSession): Promise<void> {
  await markReportAnnounced(trx, session.id, now());
  await announceSession(trx, 'report_ready', session);
}

/**
 * Announces the starts, ends and final reports that are due, each once: the row says whether it was announced, and is locked while it
 * is. A failure of one session does not keep the others from their time.
 * @throws the first failure, after all others
 */
export async function runDueSessions(db: Db): Promise<void> {
  const failures: unknown[] = [];
  const each = async (
    due: { id: string; playbackId: string }[],
    work: (trx: Db, one: PlaybackSession) => Promise<unknown>,
  ) => {
    for (const { id: sessionId, playbackId } of due) {
      const done = inTransaction(db, async (trx) => {
        const session = await lockSession(trx, { sessionId, playbackId });
        if (session) await work(trx, session);
      });
      await done.catch((error: unknown) => failures.push(error));
    }
  };
  await each(await sessionsToStart(db, now()), async (trx, session) => {
    const { startedAt, startDate, finishedAt } = session;
    if (startedAt === null && finishedAt === null && startDate <= now()) await startSession(trx, session);
  });
  const at = now();
  await each(await sessionsToFinish(db, at, after(-withoutLengthMs, at)), async (trx, session) => {
    if (session.finishedAt === null) await finishSession(trx, session);
  });
  await each(
    await reportsToAnnounce(db, after(-reportTimings.lastReportsMs, now())),
    async (trx, session) => {
      if (session.reportAnnouncedAt === null) await announceReport(trx, session);
    },
  );
  if (failures.length > 0) throw failures[0];
}

/** Begins and ends sessions at their times and announces their reports. */
export const runSessionsJob = ({ db }: { db: Db }): JobDefinition => ({
  everyMs: timings.everyMs,
  run: async () => {
    await runDueSessions(db);
    const next = await nextDueTime(db, reportTimings.lastReportsMs);
    return next ? Math.min(timings.everyMs, Math.max(1, next.getTime() - now().getTime())) : undefined;
  },
});

/** The account, or the participant who moderates by a link. */
interface EndedBy {
  id: string;
  isViewer: boolean;
}

/** Ends a running session for everybody, or cancels one to come. Viewers who moderate end only what they watch. */
export async function endPlaybackSession(
  db: Db,
  { by, ...place }: { sessionId: string; playbackId: string; by: EndedBy },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const session = (await lockSession(trx, place)) ?? refuse('not_found');
    const isCancelled = session.finishedAt !== null && session.startedAt === null;
    if (isCancelled) refuse('not_found');
    const state = sessionStateAt(session, now());
    if (by.isViewer && !(await hasOpened(trx, session.id, by.id))) refuse('forbidden');
    if (state === 'finished') refuse('session_finished');
    if (state === 'running') {
      await finishSession(trx, session, by.id);
      return announceChangedSession(trx, session.id);
    }
    // The row stays, so that a change of the event does not plan this start again.
    const { endDate } = session;
    await markSessionFinished(trx, session.id, { at: now(), endDate, endedBy: by.id });
    return wakeReminders(trx, place.playbackId, now());
  });
}

/** In the transaction that deletes a room: ends the sessions of a playback, and announces their ends and reports. */
export async function finishSessionsOf(
  trx: Db,
  { id: playbackId, kind }: Pick<Room, 'id' | 'kind'>,
): Promise<void> {
  if (kind !== 'playback') return;
  for (const { id: sessionId } of await openSessionsOf(trx, playbackId, now())) {
    const session = await lockSession(trx, { sessionId, playbackId });
    if (session?.finishedAt === null) await finishSession(trx, session);
    if (session?.reportAnnouncedAt === null) await announceReport(trx, session);
  }
}
