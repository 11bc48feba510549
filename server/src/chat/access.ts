import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { CallerOf } from '../platform/http/caller.ts';
import type { ChatUser, SeenChannel } from './channel.ts';
import { ensureRoomChannel } from './channels.store.ts';
import { settleParticipant, userById, userOfParticipant } from './people.store.ts';
import { isAnywhereAdmitted, seeChannel } from './standing.store.ts';

/** Credentials of somebody in a chat. */
export const chatters = ['participant', 'chat'] as const;
export type Chatter = CallerOf<typeof chatters>;

async function personOf(db: Db, caller: Chatter): Promise<ChatUser> {
  if (caller.kind === 'chat') return (await userById(db, caller.chatUserId)) ?? refuse('unauthorized');
  const known = await userOfParticipant(db, caller.participantId);
  if (known) return known;
  const id = await inTransaction(db, (trx) => settleParticipant(trx, caller.participantId));
  return (id === undefined ? undefined : await userById(db, id)) ?? refuse('unauthorized');
}

const participantOf = (caller: Chatter): string | undefined =>
  caller.kind === 'participant' ? caller.participantId : undefined;

/** Who asks, as somebody in the chat; 403 for who was put out of the call or came by a link that was withdrawn. */
export async function chatUserOf(db: Db, caller: Chatter): Promise<ChatUser> {
  const user = await personOf(db, caller);
  if (!(await isAnywhereAdmitted(db, user.id, participantOf(caller)))) refuse('removed_from_call');
  return user;
}

export interface ChannelAccess {
  user: ChatUser;
  channel: SeenChannel;
}

/** `see`: to join it; `join`: to read and write in it; `moderate`: to lead it. */
export type LeastInChannel = 'see' | 'join' | 'moderate';

/**
 * The channel for this caller. 404: not there, or theirs not to know of; 403: put out, not joined, or no moderator.
 */
export async function channelFor(
  db: Db,
  caller: Chatter,
  { channelId, least }: { channelId: string; least: LeastInChannel },
): Promise<ChannelAccess> {
  const user = await personOf(db, caller);
  const place = { channelId, userId: user.id, participantId: participantOf(caller) };
  const channel = (await seeChannel(db, place)) ?? (await firstSight(db, place));
  if (!channel) return notVisible(db, user, place.participantId);
  if (least !== 'see' && !channel.isJoined) refuse('not_joined');
  if (least === 'moderate' && !channel.isModerator) refuse('forbidden');
  return { user, channel };
}

/** A room has its channel from the moment that somebody looks for it. */
async function firstSight(
  db: Db,
  place: { channelId: string; userId: string; participantId: string | undefined },
): Promise<SeenChannel | undefined> {
  return (await ensureRoomChannel(db, place.channelId)) ? seeChannel(db, place) : undefined;
}

async function notVisible(db: Db, user: ChatUser, participantId: string | undefined): Promise<never> {
  if (!(await isAnywhereAdmitted(db, user.id, participantId))) refuse('removed_from_call');
  return refuse('not_found');
}
