import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ApiError, type Client } from '../../../contract/client/index.ts';
import type { CredentialKind } from '../../../contract/permissions.ts';
import type { Operation } from '../../../contract/routes.ts';
import { openBrowser } from '../browser.ts';
import { type FurnishedChat, furnishChat } from '../chat.ts';
import type { Database } from '../database.ts';
import type { Lectern } from '../lectern.ts';
import { connect, type Entered, type InCall, makeLink, newBrowser } from '../meeting.ts';
import { type Member, makeUser, type Place, tokenIn } from '../place.ts';
import { furnishRecord } from '../records.ts';
import type { Known } from './requests.ts';

type Part =
  | 'account'
  | 'place'
  | 'session'
  | 'member'
  | 'links'
  | 'people'
  | 'chat'
  | 'record'
  | 'webhook'
  | 'secrets';

/** What an operation that succeeded may have ended; it is made anew before the next request. */
const ends: Partial<Record<Operation, readonly Part[]>> = {
  changePassword: ['account'],
  resetPassword: ['account'],
  updateOwnUser: ['account'],
  endOtherSessions: ['account'],
  endSession: ['account'],
  deleteSession: ['session'],
  refreshSession: ['session'],
  deleteSpace: ['place'],
  deleteRoom: ['place'],
  updateRoom: ['people'],
  refreshClientSecret: ['secrets'],
  deletePersonalToken: ['secrets'],
  removeMember: ['member'],
  updateMember: ['member'],
  removeRole: ['member'],
  activateInvite: ['links'],
  revokeInvite: ['links'],
  revokeAccessLink: ['links'],
  removeParticipant: ['people'],
  refuseParticipant: ['people'],
  finishActiveCall: ['people'],
  erasePerson: ['people'],
  leaveChannel: ['chat'],
  deleteMessage: ['chat'],
  clearChannel: ['chat'],
  unpinMessage: ['chat'],
  stopPoll: ['chat'],
  deletePoll: ['chat'],
  createChatM2mToken: ['chat'],
  updateChatSettings: ['chat'],
  updateChannelSettings: ['chat'],
  deleteRecord: ['record'],
  deleteWebhook: ['webhook'],
};

const costly: readonly Part[] = ['account', 'place', 'people'];

/** Is much made anew after this operation? */
export const isCostly = (operation: Operation): boolean =>
  ends[operation]?.some((part) => costly.includes(part)) ?? false;

export interface StageParts {
  lectern: Lectern;
  database: Database;
  /** Is somebody in the call, by the media engine? */
  hasCall: boolean;
}

let accounts = 0;
let places = 0;
let people = 0;

/** An account with a group that has one of everything in it, and every kind of credential. */
export class Stage {
  readonly #parts: StageParts;
  #owner!: Member;
  #member!: Member;
  #place!: Place;
  #byPersonal!: Client;
  #inCall: InCall | undefined;
  #pending = new Set<Part>();
  readonly known: Known;
  rebuilt = 0;

  private constructor(parts: StageParts) {
    this.#parts = parts;
    const { url, owner } = parts.lectern;
    const none = {
      user: [],
      session: [],
      personal: [],
      link: [],
      participant: [],
      chat: [],
      application: [],
    };
    this.known = {
      url,
      ids: {
        eventName: ['call_started'],
        emoji: ['👍'],
        externalUserId: ['somebody'],
        source: ['microphone'],
      },
      credentials: { ...none, client: [owner.clientToken] },
    };
  }

  static async make(parts: StageParts): Promise<Stage> {
    const stage = new Stage(parts);
    await stage.#make('account');
    return stage;
  }

  /** Whose requests succeed is known by now: what they ended is noted. */
  note(operation: Operation): void {
    for (const part of ends[operation] ?? []) this.#pending.add(part);
  }

  async repair(): Promise<void> {
    const whole = (['account', 'place'] as const).find((part) => this.#pending.has(part));
    const parts = whole ? [whole] : [...this.#pending];
    this.#pending = new Set();
    try {
      for (const part of parts) await this.#make(part);
    } catch (error) {
      // What was changed beside the part does not let it be made again: the whole is.
      if (!(error instanceof ApiError)) throw error;
      await this.#make('account');
    }
  }

  async close(): Promise<void> {
    await this.#inCall?.person.leave();
  }

  async #make(part: Part): Promise<void> {
    this.rebuilt += 1;
    const makers: Record<Part, () => Promise<void>> = {
      account: () => this.#makeAccount(),
      place: () => this.#makePlace(),
      session: () => this.#signIn(),
      member: () => this.#admitMember(),
      links: () => this.#makeLinks(),
      people: () => this.#makePeople(),
      chat: () => this.#makeChat(),
      record: () => this.#makeRecord(),
      webhook: () => this.#makeWebhook(),
      secrets: () => this.#makeSecrets(),
    };
    await makers[part]();
  }

  #credential(kind: CredentialKind, ...values: string[]): void {
    this.known.credentials[kind] = values;
  }

  async #makeAccount(): Promise<void> {
    const { lectern } = this.#parts;
    accounts += 1;
    this.#owner = await makeUser(lectern, `fuzz-${accounts}-${Date.now()}`);
    this.#member ??= await makeUser(lectern, `fuzz-member-${accounts}-${Date.now()}`);
    const { email, password, token } = this.#owner;
    this.#credential('user', token);
    const { clientId, clientSecret } = lectern.owner;
    Object.assign(this.known.ids, {
      ...{ email: [email], password: [password], currentPassword: [password] },
      ...{ client_id: [clientId], client_secret: [clientSecret], 'issueToken.username': [email] },
    });
    await this.#makeSecrets();
    await this.#signIn();
    await this.#makePlace();
  }

  async #makePlace(): Promise<void> {
    const { api } = this.#owner;
    places += 1;
    const isPublic = places % 3 !== 0;
    const { id: spaceId } = await api.createSpace({ body: { name: 'School', isPublic } });
    const room = await api.createRoom({ spaceId, body: { name: 'Algebra', isPublic } });
    const owner = this.#byPersonal;
    this.#place = { owner, spaceId, room, at: { spaceId, roomId: room.id } };
    Object.assign(this.known.ids, { spaceId: [spaceId], roomId: [room.id], alias: [room.alias] });
    await this.#admitMember();
    await this.#makeWebhook();
    await this.#makeRecord();
    await this.#makeLinks();
    await this.#makePeople();
    await this.#makeChat();
  }

  async #makeSecrets(): Promise<void> {
    const { lectern } = this.#parts;
    const { api } = this.#owner;
    const [ended, personal] = [
      await api.createPersonalToken({ body: { name: 'of the path' } }),
      await api.createPersonalToken({ body: { name: 'asks' } }),
    ];
    const { clientId, clientSecret } = await api.refreshClientSecret({ body: {} });
    const { access_token } = await lectern.client().issueToken({
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    });
    // Webhook operations take no user token.
    this.#byPersonal = lectern.client(personal.token);
    if (this.#place) this.#place.owner = this.#byPersonal;
    this.known.ids.tokenId = [ended.id];
    this.#credential('personal', personal.token);
    this.#credential('client', lectern.owner.clientToken, access_token);
  }

  async #signIn(): Promise<void> {
    const { url } = this.#parts.lectern;
    const { email, password, api } = this.#owner;
    const browser = openBrowser(url);
    await browser.api.createSession({ body: { email, password } });
    const cookie = (name: string) => `${name}=${browser.cookies.get(name)?.value}`;
    this.#credential('session', cookie('accessToken'));
    this.known.ids.cookies = [`${cookie('accessToken')}; ${cookie('refreshToken')}`];
    this.known.ids.sessionId = (await api.listSessions()).items.map(({ id }) => id);
  }

  async #admitMember(): Promise<void> {
    const { owner, spaceId, at } = this.#place;
    const { id, api } = this.#member;
    const { id: inviteId } = await owner.createInvite({ spaceId, body: { role: 'role_space_moderator' } });
    await api.activateInvite({ spaceId, inviteId }).catch(() => undefined);
    await owner.grantRole({ ...at, body: { targetUserId: id, role: 'role_room_moderator' } });
    this.known.ids.targetUserId = [id];
    for (const operation of ['getMember', 'updateMember', 'removeMember', 'removeRole']) {
      this.known.ids[`${operation}.userId`] = [id];
    }
    this.#credential('user', this.#owner.token, this.#owner.token, this.#member.token);
  }

  async #makeLinks(): Promise<void> {
    const { owner, spaceId, at } = this.#place;
    const link = await owner.generateAccess({ ...at, body: { username: 'Ann', role: 'user' } });
    const invites = [
      await owner.createInvite({ spaceId, body: { role: 'role_space_user' } }),
      await owner.createInvite({ spaceId, body: { role: 'role_space_moderator' } }),
    ];
    const ids = invites.map(({ id }) => id);
    Object.assign(this.known.ids, { linkId: [link.id], inviteId: ids, accessToken: [tokenIn(link.url)] });
  }

  /** Somebody who came by a link, a moderator who did, and where the stage has a call that moderator in it. */
  async #makePeople(): Promise<void> {
    await this.#inCall?.person.leave();
    this.#inCall = undefined;
    const body = { isChatAllowed: true, isHandRaisingAllowed: true, waitingRoomAudience: 'nobody' } as const;
    await this.#place.owner.updateRoom({ ...this.#place.at, body });
    const guest = await this.#enter('user');
    const moderator = await this.#enter('moderator');
    this.known.ids.participantId = [guest.entered.id, moderator.entered.id];
    this.known.ids.clientUniqueId = [guest.entered.browser];
    this.#credential('link', guest.link, moderator.link);
    this.#credential('participant', guest.token, moderator.token, moderator.token);
    if (this.#parts.hasCall) this.#inCall = await connect(this.#place, moderator.entered);
  }

  async #enter(role: 'user' | 'moderator'): Promise<{ entered: Entered; link: string; token: string }> {
    const { lectern } = this.#parts;
    const { spaceId, room } = this.#place;
    // Another person each time: who was removed from a call stays out of it.
    people += 1;
    const externalUserId = `person-${people}`;
    this.known.ids.externalUserId = [externalUserId];
    const [url, browser] = [await makeLink(this.#place, { role, externalUserId }), newBrowser()];
    const opened = await lectern
      .client()
      .openAccessLink({ body: { accessToken: tokenIn(url), clientUniqueId: browser } });
    const { id, access_token: token } = await lectern
      .client(opened.access_token)
      .createParticipant({ spaceId, body: { roomId: room.id, clientUniqueId: browser } });
    const entered = { id, api: lectern.client(token), at: { spaceId, participantId: id }, browser, url };
    await entered.api.joinChannel({ body: { id: room.channelId } });
    return { entered, link: opened.access_token, token };
  }

  async #makeChat(): Promise<void> {
    const { lectern } = this.#parts;
    const { owner, spaceId, room } = this.#place;
    const settings = { displayDirect: true, accessChatGuest: true, accessRegister: true };
    await owner.updateChatSettings({ spaceId, body: settings });
    const chat: FurnishedChat = await furnishChat(lectern, this.#place);
    const api = lectern.client(chat.tokens.chat);
    const { channelId } = room;
    const allowed = { isChatAllowed: true, slowModeSeconds: 0, linksAllowed: true };
    await api.updateChannelSettings({ channelId, body: allowed });
    const second = await this.#startedPoll(api, channelId);
    const { appId, messageId, pollId, pinId, externalId, userId } = chat.ids;
    Object.assign(this.known.ids, {
      ...{ appId: [appId], app_id: [appId], channelId: [channelId], id: [channelId], pinId: [pinId] },
      ...{ messageId: [messageId], replyTo: [messageId], pollId: [pollId, second.id], poll_id: [second.id] },
      ...{ ids: second.options.map((option) => option.id), userId: [userId], answer: ['yes'] },
      externalId: [externalId],
    });
    this.#credential('chat', chat.tokens.chat);
    this.#credential('application', chat.tokens.application);
  }

  async #startedPoll(api: Client, channelId: string) {
    const options = [{ option: 'yes' }, { option: 'no' }];
    const poll = await api.createPoll({ body: { channelId, question: 'Now?', options } });
    return api.startPoll({ pollId: poll.id });
  }

  /** One that failed, and one with a file that can be downloaded: written into the table and the folder. */
  async #makeRecord(): Promise<void> {
    const { lectern, database } = this.#parts;
    const [failed, finished] = [
      await furnishRecord(lectern, this.#place),
      await furnishRecord(lectern, this.#place),
    ];
    const key = `records/${finished.recordId}.mp4`;
    mkdirSync(join(lectern.dataDir, 'files/records'), { recursive: true });
    writeFileSync(join(lectern.dataDir, 'files', key), Buffer.alloc(10_000, 7));
    await sql`
      UPDATE records SET state = 'finished', failure = NULL, started_at = created_at, duration = 60, width = 1280,
        height = 720, bytes = 10000, files = ${JSON.stringify({ video: key })}::jsonb
      WHERE id = ${finished.recordId}`.execute(database.db);
    this.known.ids.recordId = [failed.recordId, finished.recordId, finished.recordId];
    this.known.ids.callId = [failed.callId, finished.callId];
  }

  async #makeWebhook(): Promise<void> {
    const { owner, spaceId } = this.#place;
    // Nobody listens there: the deliveries fail, and may be sent again.
    await owner.deleteWebhook({ spaceId }).catch(() => undefined);
    await owner.createWebhook({ spaceId, body: { url: 'http://127.0.0.1:9/hook' } });
    this.known.ids.deliveryId = [(await owner.testWebhook({ spaceId })).id];
  }
}
