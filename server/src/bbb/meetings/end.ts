import { type LinkEffects, revokeLinksByIds } from '../../access-links/access-links.ts';
import { finishCallIn, lockRoomOfCall } from '../../calls/calls.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { Call } from '../calls.ts';
import { announceEnd } from '../ended.ts';
import type { BbbParts } from '../parts.ts';
import { fail } from '../request/failures.ts';
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

type EndParts = Pick<BbbParts, 'db' | 'links' | 'calls'>;

/** Ends a meeting with its call. The room is locked first, as by every change of its call. */
async function endMeeting(
  { db, links, calls }: EndParts,
  { roomId, ...end }: { id: string; roomId: string; reason: MeetingEndReason },
): Promise<void> {
  const linkIds = await inTransaction(db, async (trx) => {
    // Another request may have ended it, and the room may have the next meeting by now.
    await lockRoomOfCall(trx, roomId);
    if (!(await holdLive(trx, end.id))) return undefined;
    await finishCallIn(calls, trx, roomId);
    return endIn(links, trx, end);
  });
  if (linkIds && linkIds.length > 0) await runAll(db, links.onLinksRevoked, linkIds);
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

/** Ends meetings whose time has come, also those that nobody entered or that everybody left. */
export const endMeetingsJob = (parts: EndParts): JobDefinition => ({
  everyMs: 1000,
  run: async (stop) => {
    for (const due of await findDueMeetings(parts.db)) {
      if (stop.aborted) return;
      await endMeeting(parts, due);
    }
  },
});
