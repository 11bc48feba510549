import { type LinkEffects, revokeLinksByIds } from '../../access-links/access-links.ts';
import { finishCallIn, lockRoomOfCall } from '../../calls/calls.ts';
import { after, now, seconds } from '../../platform/clock.ts';
import { type Db, inTransaction, isDatabaseAway, isTooSlow } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { Call } from '../calls.ts';
import { announceEnd } from '../ended.ts';
import type { BbbParts } from '../parts.ts';
import { fail } from '../request/failures.ts';
import { runAfterCommit } from './after-commit.ts';
import { findDueMeetings } from './due.store.ts';
import { liveIn } from './info.ts';
import { holdLive, linksOfMeeting, type MeetingEndReason, markEnded } from './store.ts';

/**
 * Ends a meeting in the transaction, after its call: it is not found any more, and the links into it are dead.
 * @returns its links; undefined if it has ended before
 */
async function endIn(
  { onLinksRevoking }: Pick<LinkEffects, 'onLinksRevoking'>,
  trx: Db,
  { reason, ...which }: { id?: string; roomId?: string; reason: MeetingEndReason },
): Promise<string[] | undefined> {
  const ended = await markEnded(trx, which, reason);
  if (!ended) return undefined;
  const linkIds = await revokeLinksByIds(trx, await linksOfMeeting(trx, ended.id));
  if (linkIds.length > 0) await runAll(trx, onLinksRevoking, linkIds);
  await announceEnd(trx, ended.id);
  return linkIds;
}

/** Effect of a moderator who ends the call for all, and of the deletion of a room. */
export const endMeetingOfRoom = async (
  effects: Pick<LinkEffects, 'onLinksRevoking'>,
  trx: Db,
  end: { roomId: string; reason: MeetingEndReason },
): Promise<void> => void (await endIn(effects, trx, end));

type EndParts = Pick<BbbParts, 'db' | 'log' | 'links' | 'calls'>;

/** Ends a meeting with its call. The room is locked first, as by every change of its call. */
async function endMeeting(
  parts: EndParts,
  { roomId, ...end }: { id: string; roomId: string; reason: MeetingEndReason },
): Promise<void> {
  const { db, links, calls } = parts;
  const linkIds = await inTransaction(db, async (trx) => {
    // Another request may have ended it, and the room may have the next meeting by now.
    await lockRoomOfCall(trx, roomId);
    if (!(await holdLive(trx, end.id))) return undefined;
    await finishCallIn(calls, trx, roomId);
    return endIn(links, trx, end);
  });
  if (linkIds && linkIds.length > 0) await runAfterCommit(parts, links.onLinksRevoked, linkIds);
}

export const endCall = (parts: BbbParts): Call => ({
  methods: ['GET', 'POST'],
  run: async (asked) => {
    const meeting = await liveIn(parts, asked);
    const password = asked.parameters.get('password');
    if (password !== undefined && password !== meeting.moderatorPassword) fail('invalidPassword');
    await endMeeting(parts, { id: meeting.id, roomId: meeting.roomId, reason: 'request' });
    return [
      ['messageKey', 'sentEndMeetingRequest'],
      ['message', 'The meeting is being ended.'],
    ];
  },
});

/** How long a meeting waits whose end failed. */
const retryMs = seconds(60);

const together = 100;

/** Ends meetings whose time has come, also those that nobody entered or that everybody left. */
export function endMeetingsJob(parts: EndParts): JobDefinition {
  /** When to try again, by the ids of meetings whose end failed. */
  let failed = new Map<string, Date>();
  return {
    everyMs: 1000,
    run: async (stop) => {
      failed = new Map([...failed].filter(([, until]) => until > now()));
      const except = [...failed.keys()];
      for (const due of await findDueMeetings(parts.db, { except, limit: together })) {
        if (stop.aborted) return;
        try {
          await endMeeting(parts, due);
        } catch (err) {
          if (isDatabaseAway(err) && !isTooSlow(err)) throw err;
          failed.set(due.id, after(retryMs));
          const { roomId, reason } = due;
          parts.log.error(
            { err, roomId, reason },
            'a BigBlueButton meeting could not end; will retry in 60 s',
          );
        }
      }
    },
  };
}
