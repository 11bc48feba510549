import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ApiError, type Client } from '../../../contract/client/index.ts';
import type { CredentialKind } from '../../../contract/permissions/permission.ts';
import type { Operation } from '../../../contract/routes.ts';
import { newId } from '../../src/platform/ids.ts';
import { insertFailedCallback } from '../callbacks.ts';
import type { Database } from '../database.ts';
import { insertDocumentRows } from '../documents.ts';
import { makeUser, type TestGroup, type TestUser, tokenIn } from '../group.ts';
import type { Lectern } from '../lectern.ts';
import { type Entered, makeLink, newBrowser } from '../people/entering.ts';
import { connectToCall, type InCall } from '../people/meeting.ts';
import { insertFailedRecord } from '../records/records.ts';
import { insertTranscript } from '../records/transcripts.ts';
import { createUpload } from '../uploads.ts';
import { AccountChat, type ChatPart } from './account-chat.ts';
import { makeFuzzWebinar } from './account-webinar.ts';
import { endedBy, parts, type StagePart } from './ends.ts';
import type { Known } from './requests.ts';
import { openSpareSession, SpareAccount, type SparePart } from './spare-account.ts';

export interface FuzzAccountParts {
  lectern: Lectern;
  database: Database;
  /** Whether a participant is connected to the call. */
  hasCall: boolean;
}

let accounts = 0;
let groups = 0;
let people = 0;

/** An account with a group that contains one of everything, and a credential of each kind. */
export class FuzzAccount {
  readonly #parts: FuzzAccountParts;
  #owner!: TestUser;
  #member!: TestUser;
  #group!: TestGroup;
  #byPersonal!: Client;
  #chat!: AccountChat;
  readonly #spare: SpareAccount;
  #inCall: InCall | undefined;
  #pending = new Set<StagePart>();
  readonly known: Known;
  rebuilt = 0;

  private constructor(given: FuzzAccountParts) {
    this.#parts = given;
    this.#spare = new SpareAccount(given.lectern);
    const { url, owner } = given.lectern;
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
      viewers: [],
      spare: this.#spare.known,
    };
  }

  static async make(given: FuzzAccountParts): Promise<FuzzAccount> {
    const account = new FuzzAccount(given);
    await account.#make('account');
    await account.#make('spare');
    return account;
  }

  /** Notes the parts that a successful request ended. */
  note(met: Operation, made: Operation): void {
    for (const part of endedBy(met, made)) this.#pending.add(part);
  }

  async repair(): Promise<void> {
    const whole = (['account', 'group'] as const).find((part) => this.#pending.has(part));
    const isIn = (part: StagePart) => whole !== undefined && part !== whole && !part.startsWith('spare');
    const pending = parts.filter((part) => this.#pending.has(part) && !isIn(part));
    this.#pending = new Set();
    for (const part of pending) await this.#makeOrMore(part);
  }

  /** Other changes may prevent that a part is made again: then the whole account is made again. */
  async #makeOrMore(part: StagePart): Promise<void> {
    try {
      await this.#make(part);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await this.#make(part.startsWith('spare') ? 'spare' : 'account');
    }
  }

  async close(): Promise<void> {
    await this.#inCall?.person.leave();
  }

  async #make(part: StagePart): Promise<void> {
    this.rebuilt += 1;
    const makers: Record<Exclude<StagePart, SparePart | ChatPart>, () => Promise<void>> = {
      account: () => this.#makeAccount(),
      group: () => this.#makeGroup(),
      member: () => this.#admitMember(),
      links: () => this.#makeLinks(),
      people: () => this.#makePeople(),
      record: () => this.#makeRecord(),
      playback: () => this.#makePlayback(),
      asset: () => this.#makeAsset(),
      document: () => this.#makeDocument(),
      webhook: () => this.#makeWebhook(),
    };
    if (part in makers) await makers[part as keyof typeof makers]();
    else if (part.startsWith('spare')) await this.#spare.makeAnew(part as SparePart);
    else await this.#chat.makeAnew(part as ChatPart);
  }

  #credential(kind: CredentialKind, ...values: string[]): void {
    this.known.credentials[kind] = values;
  }

  async #makeAccount(): Promise<void> {
    const { lectern } = this.#parts;
    accounts += 1;
    this.#owner = await makeUser(lectern, `fuzz-${accounts}-${Date.now()}`);
    this.#member ??= await makeUser(lectern, `fuzz-member-${accounts}-${Date.now()}`);
    const { email, password } = this.#owner;
    const { clientId, clientSecret } = lectern.owner;
    Object.assign(this.known.ids, {
      ...{ email: [email], password: [password], currentPassword: [password] },
      ...{ client_id: [clientId], client_secret: [clientSecret], 'issueToken.username': [email] },
    });
    await this.#makeSecrets();
    await this.#makeGroup();
  }

  async #makePlayback(): Promise<void> {
    const { lectern, database } = this.#parts;
    const { ids, viewerToken } = await makeFuzzWebinar(lectern, database, this.#group);
    Object.assign(this.known.ids, ids);
    this.known.viewers = [viewerToken];
  }

  async #makeGroup(): Promise<void> {
    const { api } = this.#owner;
    groups += 1;
    const isPublic = groups % 3 !== 0;
    const { id: spaceId } = await api.createSpace({ body: { name: 'School', isPublic } });
    const room = await api.createRoom({ spaceId, body: { name: 'Algebra', isPublic } });
    const spaceToken = await api.createSpaceToken({ spaceId, body: { name: 'of the path' } });
    const owner = this.#byPersonal;
    this.#group = { owner, spaceId, room, at: { spaceId, roomId: room.id } };
    Object.assign(this.known.ids, { spaceId: [spaceId], roomId: [room.id], alias: [room.alias] });
    this.known.ids.spaceTokenId = [spaceToken.id];
    await this.#makePlayback();
    await this.#admitMember();
    await this.#makeWebhook();
    await this.#makeRecord();
    await this.#makeAsset();
    await this.#makeDocument();
    await this.#makeLinks();
    await this.#makePeople();
    this.#chat = await AccountChat.make(this.#parts.lectern, this.#group, this.known);
  }

  async #makeSecrets(): Promise<void> {
    const { lectern } = this.#parts;
    const { api, token } = this.#owner;
    const ended = await api.createPersonalToken({ body: { name: 'of the path' } });
    const personal = await api.createPersonalToken({ body: { name: 'asks' } });
    const { clientId, clientSecret } = await api.refreshClientSecret({ body: {} });
    const { access_token } = await lectern.client().issueToken({
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    });
    const { asking, renewing } = await openSpareSession(lectern.url, this.#owner);
    // Webhook operations accept no user token.
    this.#byPersonal = lectern.client(personal.token);
    this.known.ids.tokenId = [ended.id];
    this.known.ids.cookies = [renewing];
    this.known.ids.sessionId = (await api.listSessions()).items.map(({ id }) => id);
    this.#credential('user', token);
    this.#credential('session', asking);
    this.#credential('personal', personal.token);
    this.#credential('client', lectern.owner.clientToken, access_token);
  }

  async #admitMember(): Promise<void> {
    const { owner, spaceId, at } = this.#group;
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
    const { owner, spaceId, at } = this.#group;
    const link = await owner.generateAccess({ ...at, body: { username: 'Ann', role: 'user' } });
    const invites = [
      await owner.createInvite({ spaceId, body: { role: 'role_space_user' } }),
      await owner.createInvite({ spaceId, body: { role: 'role_space_moderator' } }),
    ];
    const ids = invites.map(({ id }) => id);
    Object.assign(this.known.ids, { linkId: [link.id], inviteId: ids, accessToken: [tokenIn(link.url)] });
  }

  /** A guest and a moderator who entered by links; with `hasCall` the moderator is in the call. */
  async #makePeople(): Promise<void> {
    await this.#inCall?.person.leave();
    this.#inCall = undefined;
    const open = {
      opensWith: 'anybody',
      opensAt: null,
      closesAt: null,
      waitingRoomAudience: 'nobody',
    } as const;
    const body = { isChatAllowed: true, isHandRaisingAllowed: true, isReactingAllowed: true, ...open };
    await this.#group.owner.updateRoom({ ...this.#group.at, body });
    const guest = await this.#enter('user');
    const moderator = await this.#enter('moderator');
    this.known.ids.participantId = [guest.entered.id, moderator.entered.id];
    this.known.ids.clientUniqueId = [guest.entered.browser];
    this.#credential('link', guest.link, moderator.link);
    this.#credential('participant', guest.token, moderator.token, moderator.token);
    if (this.#parts.hasCall) this.#inCall = await connectToCall(this.#group, moderator.entered);
  }

  async #enter(role: 'user' | 'moderator'): Promise<{ entered: Entered; link: string; token: string }> {
    const { lectern } = this.#parts;
    const { spaceId, room } = this.#group;
    // A new person each time: a removed person cannot enter the call again.
    people += 1;
    const externalUserId = `person-${people}`;
    this.known.ids.externalUserId = [externalUserId];
    const [url, browser] = [await makeLink(this.#group, { role, externalUserId }), newBrowser()];
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

  /** A failed record, and one with a file to download: written to the table and the folder. */
  async #makeRecord(): Promise<void> {
    const { lectern, database } = this.#parts;
    const [failed, finished] = [
      await insertFailedRecord(lectern, this.#group),
      await insertFailedRecord(lectern, this.#group),
    ];
    const key = `records/${finished.recordId}.mp4`;
    mkdirSync(join(lectern.dataDir, 'files/records'), { recursive: true });
    writeFileSync(join(lectern.dataDir, 'files', key), Buffer.alloc(10_000, 7));
    await sql`
      UPDATE records SET state = 'finished', failure = NULL, started_at = created_at, duration = 60, width = 1280,
        height = 720, bytes = 10000, files = ${JSON.stringify({ video: key })}::jsonb
      WHERE id = ${finished.recordId}`.execute(database.db);
    const speaker = newId();
    this.known.ids['updateTranscriptionSpeaker.participantId'] = [speaker];
    this.known.ids.segmentId = await insertTranscript(database.db, finished.recordId, [
      { participantId: speaker },
    ]);
    this.known.ids.recordId = [failed.recordId, finished.recordId, finished.recordId];
    this.known.ids.callId = [failed.callId, finished.callId];
  }

  async #makeAsset(): Promise<void> {
    const by = { url: this.#parts.lectern.url, token: this.#owner.token };
    const { id } = await createUpload(by, { spaceId: this.#group.spaceId, size: 1000 });
    this.known.ids.assetId = [id];
  }

  async #makeDocument(): Promise<void> {
    const { database } = this.#parts;
    this.known.ids.documentId = [await insertDocumentRows(database.db, this.#group.at)];
  }

  async #makeWebhook(): Promise<void> {
    const { owner, spaceId } = this.#group;
    // Nothing listens there: the deliveries fail and can be sent again.
    for (const { id: webhookId } of (await owner.listWebhooks({ spaceId })).items) {
      await owner.deleteWebhookById({ spaceId, webhookId });
    }
    // One that was not deleted stays.
    await Promise.allSettled([owner.createBigBlueButton({ spaceId })]);
    this.known.ids.callbackId = [await insertFailedCallback(this.#parts.database.db, this.#group.at)];
    const body = { url: 'http://127.0.0.1:9/hook' };
    const { id: webhookId } = await owner.addWebhook({ spaceId, body });
    this.known.ids.webhookId = [webhookId];
    this.known.ids.boardId = [(await owner.createBoard({ ...this.#group.at, body: { kind: 'shared' } })).id];
    this.known.ids.deliveryId = [(await owner.testWebhook({ spaceId })).id];
  }
}
