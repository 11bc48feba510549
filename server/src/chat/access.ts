import type { Permission } from '../../../contract/permissions/permission.ts';
import { refuseExcluded } from '../participants/participants.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import type { ChatUser, SeenChannel } from './channels/channel.ts';
import { findAdmissionAnywhere, findChannelSeenBy } from './channels/rights.store.ts';
import { ensureChannel } from './channels/store.ts';
import type { ChatParts } from './parts.ts';
import { syncChatUser } from './people/profile.ts';
import { chatUserById, userOfParticipant } from './people/store.ts';

/** Callers with a credential of the chat. */
export type ChatCaller = Extract<Caller, { kind: 'participant' | 'chat' }>;

/** The part of a request that identifies the caller. */
export interface ChatRequest {
  db: Db;
  caller: ChatCaller;
}

async function findChatUser(parts: ChatParts, { db, caller }: ChatRequest): Promise<ChatUser> {
  if (caller.kind === 'chat') return (await chatUserById(db, caller.chatUserId)) ?? refuse('unauthorized');
  const known = await userOfParticipant(db, caller.participantId);
  return known ?? (await syncChatUser(parts, db, caller.participantId)) ?? refuse('unauthorized');
}

/** The id of the participant whose session this is; undefined for chat users. */
export const participantIdOf = (caller: ChatCaller): string | undefined =>
  caller.kind === 'participant' ? caller.participantId : undefined;

/** Finds the caller's chat user. @throws Refusal if they are excluded from the call or wait for admission */
export async function admittedChatUser(parts: ChatParts, by: ChatRequest): Promise<ChatUser> {
  const user = await findChatUser(parts, by);
  await refuseUnadmitted(by.db, user, participantIdOf(by.caller));
  return user;
}

/** Finds a chat user who may connect to the socket, including those who wait: they get their admission there. */
export async function connectableChatUser(parts: ChatParts, by: ChatRequest): Promise<ChatUser> {
  const user = await findChatUser(parts, by);
  await requireConnectable(by.db, user, participantIdOf(by.caller));
  return user;
}

/** Reads whether a person who may connect has to wait. @throws Refusal with the reason if they are excluded */
async function requireConnectable(
  db: Db,
  user: ChatUser,
  participantId: string | undefined,
): Promise<'admitted' | 'waiting'> {
  const admission = await findAdmissionAnywhere(db, user.id, participantId);
  if (admission !== 'excluded') return admission;
  if (participantId !== undefined) await refuseExcluded(db, participantId);
  return refuse('removed_from_call');
}

async function refuseUnadmitted(db: Db, user: ChatUser, participantId: string | undefined): Promise<void> {
  const admission = await requireConnectable(db, user, participantId);
  if (admission === 'waiting') refuse('forbidden', 'A moderator has to admit you first.');
}

export interface ChannelAccess {
  user: ChatUser;
  channel: SeenChannel;
}

/** `see`: may join it; `join`: may read and write in it; `moderate`: leads it. */
export type LeastInChannel = Permission<'channel'>['least'];

/** Finds the channel for this caller. Refuses: 404 if they cannot see it; 403 if excluded, not joined or no moderator. */
export async function findChannelFor(
  parts: ChatParts,
  by: ChatRequest,
  { channelId, least }: { channelId: string; least: LeastInChannel },
): Promise<ChannelAccess> {
  const { db, caller } = by;
  const user = await findChatUser(parts, by);
  const place = { channelId, userId: user.id, participantId: participantIdOf(caller) };
  let channel = await findChannelSeenBy(db, place);
  if (!channel) {
    // The channel of a room or session is created when it is needed for the first time, maybe by another request now.
    await ensureChannel(db, channelId);
    channel = await findChannelSeenBy(db, place);
  }
  if (!channel) {
    await refuseUnadmitted(db, user, place.participantId);
    return refuse('not_found');
  }
  if (least !== 'see' && !channel.isJoined) refuse('not_joined');
  if (least === 'moderate' && !channel.isModerator) refuse('forbidden');
  return { user, channel };
}

/** A request about a channel with the permission that the operation requires. */
export interface ChannelRequest extends ChatRequest {
  least: LeastInChannel;
}

/** Finds the channel in the path. Its 404 and 403 come before the body is validated. */
export const channelInPath =
  (parts: ChatParts) =>
  ({ params, least, ...by }: ChannelRequest & { params: { channelId: string } }): Promise<ChannelAccess> =>
    findChannelFor(parts, by, { channelId: params.channelId, least });
