import type { CredentialKind } from '../../../contract/permissions/permission.ts';
import { Sessions } from '../../src/auth/auth.ts';
import { hashOf, Keyring } from '../../src/platform/crypto.ts';
import { newId } from '../../src/platform/ids.ts';
import { reminderTokenOf } from '../../src/playbacks/reminders/stop.ts';
import { insertFailedCallback } from '../callbacks.ts';
import { databaseOf } from '../database.ts';
import { insertDocumentOf } from '../documents.ts';
import { makeGroup, makeUser, type TestGroup, type TestUser } from '../group.ts';
import type { Lectern } from '../lectern.ts';
import { insertFailedRecord } from '../records/records.ts';
import { insertTranscriptOf } from '../records/transcripts.ts';
import { createUpload } from '../uploads.ts';
import { watchWebinar } from '../webinars/watchable.ts';
import { openBrowser } from './browser.ts';
import { enterChat, fillChannel, makeChatUser, makeMachine } from './chat.ts';
import type { Entered } from './entering.ts';

/** The server's key, for tests that need expired sessions: only a holder of the key can sign one. */
export const secretKey = 'a key that only the tests of permissions know';

export type SpacePart = 'user' | 'moderator' | 'owner';

/** A caller, and its roles in the group and the room of the scene. */
export interface TestCaller {
  /** `bad`: a credential that was never issued, or an expired one. */
  kind: CredentialKind | 'anybody' | 'bad';
  token?: string;
  cookie?: string;
  space?: SpacePart;
  /** A role in the room itself: granted, or of the link (for sessions). */
  room?: 'user' | 'moderator';
  /** Whether the participant in the path is this caller. */
  isParticipant?: boolean;
  /** Whether the viewing in the path is this participant's. */
  isViewer?: boolean;
  /** Whether the tokens and sessions in the path are this account's. */
  isOwner?: boolean;
  /** The role in the channel of the path. */
  chat?: 'user' | 'moderator';
  /** Whether the application in the path is this one. */
  isMachine?: boolean;
}

/** A group with one of everything, and all callers who may send requests about it. */
export interface CallerScene {
  isPublic: boolean;
  group: TestGroup;
  /** By the names of path parameters. */
  ids: Record<string, string>;
  callers: Record<string, TestCaller>;
}

/** Accounts that all scenes share, because creating one is slow. */
export interface CallerAccounts {
  member: TestUser;
  roomModerator: TestUser;
  spaceModerator: TestUser;
  otherOwner: TestUser;
  expiredToken: string;
  cookie: string;
}

export async function makeCallerAccounts(lectern: Lectern): Promise<CallerAccounts> {
  const [member, roomModerator, spaceModerator, otherOwner, expired] = [
    await makeUser(lectern, 'member'),
    await makeUser(lectern, 'room-moderator'),
    await makeUser(lectern, 'space-moderator'),
    await makeUser(lectern, 'other-owner'),
    await makeUser(lectern, 'expired'),
  ];
  const database = await databaseOf(lectern);
  await database.db
    .updateTable('access_tokens')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('token_hash', '=', hashOf(expired.token))
    .execute();
  await database.close();
  const browser = openBrowser(lectern.url);
  const { email, password } = lectern.owner;
  await browser.api.createSession({ body: { email, password } });
  const cookie = `accessToken=${browser.cookies.get('accessToken')?.value}`;
  return { member, roomModerator, spaceModerator, otherOwner, expiredToken: expired.token, cookie };
}

/** Makes the account a member of the group by an invitation. */
async function admit(
  { owner, spaceId }: TestGroup,
  { api }: TestUser,
  role: 'moderator' | 'user',
): Promise<void> {
  const { id: inviteId } = await owner.createInvite({ spaceId, body: { role: `role_space_${role}` } });
  await api.activateInvite({ spaceId, inviteId });
}

interface Inside {
  guest: Entered & { token: string; link: string };
  moderator: Entered & { token: string; link: string };
}

async function enterWithTokens(lectern: Lectern, group: TestGroup, role: 'user' | 'moderator') {
  const tokens: string[] = [];
  const noting: Lectern = {
    ...lectern,
    client: (token) => {
      if (token) tokens.push(token);
      return lectern.client(token);
    },
  };
  const entered = await enterChat(noting, group, { username: role, role });
  const [link = '', token = ''] = tokens;
  return { ...entered, token, link };
}

async function elsewhere(lectern: Lectern, { api }: TestUser) {
  const { id: spaceId } = await api.createSpace({ body: { name: 'Elsewhere', isPublic: false } });
  const room = await api.createRoom({ spaceId, body: { name: 'Elsewhere', isPublic: false } });
  const group: TestGroup = { owner: api, spaceId, room, at: { spaceId, roomId: room.id } };
  const machine = await makeMachine(lectern, group);
  const person = await makeChatUser(lectern, machine, { externalId: 'elsewhere', role: 'moderator' });
  const guest = await enterWithTokens(lectern, group, 'moderator');
  return { machine: machine.token, chat: person.token, session: guest.token, link: guest.link };
}

/** The moderator was in the call of the path. */
async function insertVisit(
  lectern: Lectern,
  { callId, participantId }: Record<'callId' | 'participantId', string>,
) {
  const { db, close } = await databaseOf(lectern);
  const [id, at] = [newId(), new Date()];
  await db
    .insertInto('visits')
    .values({
      ...{ id, call_id: callId, participant_id: participantId, entry_id: id, engine_sid: id },
      ...{ entered_at: at, exited_at: at },
    })
    .execute();
  await close();
}

async function insertRecordLink(lectern: Lectern, recordId: string): Promise<string> {
  const { db, close } = await databaseOf(lectern);
  const [id, at] = [newId(), new Date()];
  await db
    .insertInto('record_links')
    .values({
      ...{ id, record_id: recordId, token_hash: Buffer.from(id), is_download_allowed: false },
      ...{ created_at: at, expires_at: new Date(at.getTime() + 86_400_000) },
    })
    .execute();
  await close();
  return id;
}

/** The participant asked it in the session of the path. */
async function insertQuestion(lectern: Lectern, sessionId: string, participantId: string): Promise<string> {
  const { db, close } = await databaseOf(lectern);
  const id = newId();
  const question = { text: 'Secrets of a school', position: 1, asked_at: new Date() };
  await db
    .insertInto('session_questions')
    .values({ ...{ id, session_id: sessionId, participant_id: participantId }, ...question })
    .execute();
  await close();
  return id;
}

async function insertedCallback(lectern: Lectern, at: TestGroup['at']): Promise<string> {
  const database = await databaseOf(lectern);
  try {
    return await insertFailedCallback(database.db, at);
  } finally {
    await database.close();
  }
}

async function idsOf(
  lectern: Lectern,
  group: TestGroup,
  { accounts, inside }: { accounts: CallerAccounts; inside: Inside },
) {
  const { owner, spaceId, at, room } = group;
  const chat = await fillChannel(lectern, group);
  const link = await owner.generateAccess({ ...at, body: { username: 'Ann', role: 'user' } });
  const webinar = await watchWebinar(lectern, { isPublic: room.isPublic, spaceId });
  const { playbackId } = webinar;
  const event = await owner.createPlaybackEvent({ spaceId, body: { playbackId } });
  const held = await owner.getPlaybackEventSessions({ spaceId, playbackId });
  const offer = { type: 'offer', at: 0, title: 'Course', buttonText: 'Buy', url: lectern.url } as const;
  const timeline = await owner.updateTimeline({ spaceId, playbackId, body: { items: [offer] } });
  const { id: inviteId } = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  const token = await owner.createPersonalToken({ body: { name: 'of the path' } });
  const spaceToken = await owner.createSpaceToken({ spaceId, body: { name: 'of the path' } });
  const { items: sessions } = await owner.listSessions();
  await owner.createWebhook({ spaceId, body: { url: lectern.url } });
  await owner.createBigBlueButton({ spaceId });
  const [webhook] = (await owner.listWebhooks({ spaceId })).items;
  const delivery = await owner.testWebhook({ spaceId });
  const moderator = lectern.client(inside.moderator.token);
  await moderator.startPoll({ pollId: chat.ids.pollId });
  const byOwner = { url: lectern.url, token: lectern.owner.personalToken };
  const asset = await createUpload(byOwner, { spaceId, size: 1000, fileName: 'Secrets of a school.mp4' });
  const recorded = await insertFailedRecord(lectern, group);
  await insertVisit(lectern, { callId: recorded.callId, participantId: inside.moderator.id });
  const playbackEventSessionId = held.items.find((one) => one.playbackEventId === event.id)?.id ?? '';
  const ids = {
    ...chat.ids,
    ...at,
    ...recorded,
    ...(await insertTranscriptOf(lectern, recorded.recordId)),
    boardId: (await owner.createBoard({ ...at, body: { kind: 'shared' } })).id,
    recordLinkId: await insertRecordLink(lectern, recorded.recordId),
    assetId: asset.id,
    documentId: await insertDocumentOf(lectern, at),
    alias: room.alias,
    playbackId,
    playbackEventId: event.id,
    playbackEventSessionId,
    questionId: await insertQuestion(lectern, playbackEventSessionId, inside.guest.id),
    viewingId: webinar.viewingId,
    itemId: timeline.items[0]?.id ?? '',
    reminderToken: reminderTokenOf(new Keyring([secretKey]), newId()),
    linkId: link.id,
    inviteId,
    tokenId: token.id,
    spaceTokenId: spaceToken.id,
    webhookId: webhook?.id ?? '',
    deliveryId: delivery.id,
    callbackId: await insertedCallback(lectern, at),
    sessionId: sessions[0]?.id ?? '',
    participantId: inside.guest.id,
    externalUserId: 'somebody',
    userId: accounts.member.id,
  };
  return { ids, chat, viewer: webinar.token };
}

export async function makeScene(
  lectern: Lectern,
  accounts: CallerAccounts,
  isPublic: boolean,
): Promise<CallerScene> {
  // The message of the scene is older than the end of its call.
  const settings = { isPublic, earlierChatAudience: 'everyone' } as const;
  const group = await makeGroup(lectern, settings, { isPublic, name: 'Secrets of a school' });
  const { owner, at } = group;
  await admit(group, accounts.member, 'user');
  await admit(group, accounts.spaceModerator, 'moderator');
  const role = 'role_room_moderator';
  await owner.grantRole({ ...at, body: { targetUserId: accounts.roomModerator.id, role } });
  const inside = {
    guest: await enterWithTokens(lectern, group, 'user'),
    moderator: await enterWithTokens(lectern, group, 'moderator'),
  };
  const { ids, chat, viewer } = await idsOf(lectern, group, { accounts, inside });
  const other = await elsewhere(lectern, accounts.otherOwner);
  const sessions = new Sessions(new Keyring([secretKey]));
  const ended = { participantId: inside.moderator.id, expiresAt: new Date(Date.now() - 1000) };
  const { clientToken, userToken, personalToken } = lectern.owner;
  const owning = { space: 'owner', isOwner: true } as const;
  return {
    isPublic,
    group,
    ids,
    callers: {
      nobody: { kind: 'anybody' },
      garbage: { kind: 'bad', token: `lpt_${'A'.repeat(43)}` },
      'an expired user token': { kind: 'bad', token: accounts.expiredToken },
      'an expired session': { kind: 'bad', token: sessions.sealParticipantSession(ended) },
      client: { kind: 'client', token: clientToken },
      'link of a guest': { kind: 'link', token: inside.guest.link, room: 'user', isParticipant: true },
      guest: {
        kind: 'participant',
        token: inside.guest.token,
        room: 'user',
        isParticipant: true,
        chat: 'user',
      },
      viewer: { kind: 'participant', token: viewer, isViewer: true },
      'moderator in the call': {
        ...{ kind: 'participant', token: inside.moderator.token, room: 'moderator', chat: 'moderator' },
      },
      member: { kind: 'user', token: accounts.member.token, space: 'user' },
      "room's moderator": { kind: 'user', token: accounts.roomModerator.token, room: 'moderator' },
      "group's moderator": { kind: 'user', token: accounts.spaceModerator.token, space: 'moderator' },
      "owner's user token": { kind: 'user', token: userToken, ...owning },
      "owner's personal token": { kind: 'personal', token: personalToken, ...owning },
      "owner's browser": { kind: 'session', cookie: accounts.cookie, ...owning },
      "another group's owner": { kind: 'user', token: accounts.otherOwner.token },
      "another room's moderator": { kind: 'participant', token: other.session },
      "another room's link": { kind: 'link', token: other.link },
      'person of the chat': { kind: 'chat', token: chat.tokens.chat, chat: 'moderator' },
      "another application's person": { kind: 'chat', token: other.chat },
      'chat application': { kind: 'application', token: chat.tokens.application, isMachine: true },
      'another application': { kind: 'application', token: other.machine },
    },
  };
}
