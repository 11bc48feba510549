import type { Permission } from '../../../contract/permissions.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import type { ChatUser, SeenChannel } from './channels/channel.ts';
import { findAdmissionAnywhere, findChannelSeenBy } from './channels/rights.store.ts';
import { ensureRoomChannel } from './channels/store.ts';
import type { ChatParts } from './parts.ts';
import { syncChatUser } from './people/profile.ts';
import { chatUserById, userOfParticipant } from './people/store.ts';

/** Credentials of somebody in a chat. */
export type ChatCaller = Extract<Caller, { kind: 'participant' | 'chat' }>;

/** A request, as far as it says who asks. */
export interface ChatRequest {
  db: Db;
  caller: ChatCaller;
}

async function findChatUser(parts: ChatParts, { db, caller }: ChatRequest): Promise<ChatUser> {
  if (caller.kind === 'chat') return (await chatUserById(db, caller.chatUserId)) ?? refuse('unauthorized');
  const known = await userOfParticipant(db, caller.participantId);
  return known ?? (await syncChatUser(parts, db, caller.participantId)) ?? refuse('unauthorized');
}

/** The participant by whose session somebody asks. */
export const participantIdOf = (caller: ChatCaller): string | undefined =>
  caller.kind === 'participant' ? caller.participantId : undefined;

/** Who asks, as somebody in the chat; 403 for who was put out of the call or came by a link that was withdrawn. */
export async function admittedChatUser(parts: ChatParts, by: ChatRequest): Promise<ChatUser> {
  const user = await findChatUser(parts, by);
  await refuseExcludedUser(by.db, user, participantIdOf(by.caller));
  return user;
}

/** Who may be connected to the socket: also somebody who waits to be let in, to hear what becomes of them. */
export async function connectableChatUser(parts: ChatParts, by: ChatRequest): Promise<ChatUser> {
  const user = await findChatUser(parts, by);
  const admitted = await findAdmissionAnywhere(by.db, user.id, participantIdOf(by.caller));
  return admitted === 'shutOut' ? refuse('removed_from_call') : user;
}

async function refuseExcludedUser(db: Db, user: ChatUser, participantId: string | undefined): Promise<void> {
  const admitted = await findAdmissionAnywhere(db, user.id, participantId);
  if (admitted === 'shutOut') refuse('removed_from_call');
  if (admitted === 'waiting') refuse('forbidden', 'A moderator has to let you in first.');
}

export interface ChannelAccess {
  user: ChatUser;
  channel: SeenChannel;
}

/** `see`: to join it; `join`: to read and write in it; `moderate`: to lead it. */
export type LeastInChannel = Permission<'channel'>['least'];

/**
 * The channel for this caller. 404: not there, or theirs not to know of; 403: put out, not joined, or no moderator.
 */
export async function findChannelFor(
  parts: ChatParts,
  by: ChatRequest,
  { channelId, least }: { channelId: string; least: LeastInChannel },
): Promise<ChannelAccess> {
  const { db, caller } = by;
  const user = await findChatUser(parts, by);
  const place = { channelId, userId: user.id, participantId: participantIdOf(caller) };
  const channel = (await findChannelSeenBy(db, place)) ?? (await seeOrCreateChannel(db, place));
  if (!channel) return refuseInvisible(db, user, place.participantId);
  if (least !== 'see' && !channel.isJoined) refuse('not_joined');
  if (least === 'moderate' && !channel.isModerator) refuse('forbidden');
  return { user, channel };
}

/** A request about a channel: what the operation needs there. */
export interface ChannelRequest extends ChatRequest {
  least: LeastInChannel;
}

/** The channel that the path names: 404 and 403 before the body is read. */
export const channelInPath =
  (parts: ChatParts) =>
  ({ params, least, ...by }: ChannelRequest & { params: { channelId: string } }): Promise<ChannelAccess> =>
    findChannelFor(parts, by, { channelId: params.channelId, least });

/** A room has its channel from the moment that somebody looks for it. */
async function seeOrCreateChannel(
  db: Db,
  place: { channelId: string; userId: string; participantId: string | undefined },
): Promise<SeenChannel | undefined> {
  // Somebody else may have made it at the same moment: looked for in any case.
  await ensureRoomChannel(db, place.channelId);
  return findChannelSeenBy(db, place);
}

async function refuseInvisible(db: Db, user: ChatUser, participantId: string | undefined): Promise<never> {
  await refuseExcludedUser(db, user, participantId);
  return refuse('not_found');
}
