import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { ApiError, type Client } from '../../../contract/client/index.ts';
import { permissionOf } from '../../../contract/permissions/permissions.ts';
import { methodAndPath, type Operation, routes } from '../../../contract/routes.ts';
import { newId } from '../../src/platform/ids.ts';
import { insertFailedCallback } from '../callbacks.ts';
import type { Database } from '../database.ts';
import { insertDocumentRows } from '../documents.ts';
import { makeUser, type TestGroup } from '../group.ts';
import type { Lectern } from '../lectern.ts';
import { fillChannel } from '../people/chat.ts';
import { enterBy } from '../people/entering.ts';
import { insertFailedRecord } from '../records/records.ts';
import { insertTranscriptOf } from '../records/transcripts.ts';
import { createUpload } from '../uploads.ts';

/** The response of each read of the group, by operation. */
export type ForeignAnswers = ReadonlyMap<string, unknown>;

/** Occurs in the name of everything that the group has: no response to the run may contain it. */
export const foreignMark = 'Foreign to all requests';

/** Their responses change with time, or when other people's groups admit the foreign account. */
const unsteady: readonly Operation[] = ['listSpaces', 'getSocketToken', 'downloadRecord', 'getRecordMedia'];

const parametersOf = (operation: Operation): string[] =>
  [...methodAndPath(operation).path.matchAll(/:(\w+)/g)].map(([, name]) => String(name));

/** Ids by the names of path parameters and fields. */
export type ForeignIds = Readonly<Record<string, string>>;

/** A group of an account outside the run: requests can name it, but can neither read nor change it. */
export class ForeignGroup {
  readonly owner: Client;
  readonly #chat: Client;
  readonly #ids: Record<string, string>;
  /** Ids of a group that has one of everything, and of an empty one; by names of path parameters and fields. */
  readonly ids: readonly ForeignIds[];

  private constructor(
    { owner, chat }: { owner: Client; chat: Client },
    { bareId, ...ids }: Record<string, string> & { bareId: string },
  ) {
    this.owner = owner;
    this.#chat = chat;
    this.#ids = ids;
    // Anybody who knows an invitation's id may use it.
    const { inviteId: _, emoji: __, ...named } = ids;
    this.ids = [named, { ...named, spaceId: bareId }];
  }

  static async make(lectern: Lectern, database: Database): Promise<ForeignGroup> {
    const account = await makeUser(lectern, `foreign-${Date.now()}`);
    const ended = await account.api.createPersonalToken({ body: { name: 'of the path' } });
    const { token } = await account.api.createPersonalToken({ body: { name: 'reads' } });
    const owner = lectern.client(token);
    const { id: spaceId } = await owner.createSpace({ body: { name: foreignMark, isPublic: false } });
    const room = await owner.createRoom({ spaceId, body: { name: foreignMark, isPublic: false } });
    const bare = await owner.createSpace({ body: { name: foreignMark, isPublic: false } });
    const at = { spaceId, roomId: room.id };
    const group: TestGroup = { owner, spaceId, room, at };
    const externalUserId = 'foreign-person';
    const body = { username: foreignMark, role: 'user', externalUserId } as const;
    const link = await owner.generateAccess({ ...at, body });
    const entered = await enterBy(lectern, group, { url: link.url });
    const invite = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
    const chat = await fillChannel(lectern, group);
    const inChat = lectern.client(chat.tokens.chat);
    await inChat.sendMessage({ body: { channelId: room.channelId, text: foreignMark } });
    const [{ id: sessionId } = { id: '' }] = (await account.api.listSessions()).items;
    await owner.createWebhook({ spaceId, body: { url: 'http://127.0.0.1:9/foreign' } });
    await owner.createBigBlueButton({ spaceId });
    const spaceToken = await owner.createSpaceToken({ spaceId, body: { name: 'of the path' } });
    const by = { url: lectern.url, token };
    const asset = await createUpload(by, { spaceId, size: 1000, fileName: `${foreignMark}.mp4` });
    const documentId = await insertDocumentRows(database.db, at, { name: foreignMark });
    const recorded = await insertFailedRecord(lectern, group);
    const { segmentId } = await insertTranscriptOf(lectern, recorded.recordId, entered.id);
    return new ForeignGroup(
      { owner, chat: inChat },
      {
        ...{ bareId: bare.id, ...chat.ids, ...at, ...recorded, segmentId },
        ...{ alias: room.alias, linkId: link.id, participantId: entered.id, inviteId: invite.id },
        ...(await insertFailedDelivery(database, at)),
        callbackId: await insertFailedCallback(database.db, at),
        boardId: (await owner.createBoard({ ...at, body: { kind: 'shared', name: foreignMark } })).id,
        ...{ assetId: asset.id, documentId, spaceTokenId: spaceToken.id },
        ...{ tokenId: ended.id, sessionId, externalUserId, clientUniqueId: entered.browser },
        ...{ chatUserId: chat.ids.userId, userId: account.id, ownerId: account.id, targetUserId: account.id },
      },
    );
  }

  /** Reads everything that the group's owner and the moderator of its chat can read. */
  async snapshot(): Promise<ForeignAnswers> {
    const found = new Map<string, unknown>();
    for (const operation of Object.keys(routes) as Operation[]) {
      const client = this.#clientOf(operation);
      if (!client) continue;
      found.set(operation, await this.#read(client, operation, this.#ids));
      if (!parametersOf(operation).includes('spaceId')) continue;
      const bare = { ...this.#ids, spaceId: this.ids[1]?.spaceId ?? '' };
      found.set(`${operation} of the bare group`, await this.#read(client, operation, bare));
    }
    return found;
  }

  #clientOf(operation: Operation): Client | undefined {
    const { by } = permissionOf(operation);
    const isNamed = parametersOf(operation).every((name) => name in this.#ids);
    if (methodAndPath(operation).method !== 'GET' || unsteady.includes(operation) || !isNamed)
      return undefined;
    if (by.includes('personal')) return this.owner;
    return by.includes('chat') ? this.#chat : undefined;
  }

  async #read(client: Client, operation: Operation, ids: ForeignIds): Promise<unknown> {
    const { roomId, channelId } = ids;
    const query = {
      ...(operation === 'analyticsCalls' && { roomId, date: new Date().toISOString() }),
      ...(operation === 'getRoomAnalyticsReport' && { roomId, callId: ids.callId }),
      ...(operation === 'getAnalyticsSummary' && {
        dateFrom: '2000-01-01T00:00:00Z',
        dateTo: '2100-01-01T00:00:00Z',
      }),
      ...(operation === 'listPolls' && { channelId }),
      ...(operation === 'searchSpace' && { text: 'hello' }),
    };
    const ask = client[operation] as (input: object) => Promise<unknown>;
    try {
      return withoutUse(await ask({ ...ids, query }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'rate_limited') return error.code;
      await pause((error.retryAfter ?? 1) * 1000);
      return this.#read(client, operation, ids);
    }
  }
}

/** A failed delivery: nothing sends it again without a request. */
async function insertFailedDelivery(
  { db }: Database,
  { spaceId, roomId }: TestGroup['at'],
): Promise<{ webhookId: string; deliveryId: string }> {
  const deliveryId = newId();
  const { rows } = await sql<{ webhook_id: string }>`
    INSERT INTO webhook_deliveries
      (id, webhook_id, event_id, event_name, space_id, room_id, body, status, attempts, created_at)
    SELECT ${deliveryId}, id, ${newId()}, 'call_started', ${spaceId}, ${roomId}, '{}', 'failed', 3, now()
    FROM webhooks WHERE space_id = ${spaceId} RETURNING webhook_id`.execute(db);
  return { webhookId: String(rows[0]?.webhook_id), deliveryId };
}

/** The read itself changes `lastUsedAt` of the token, and a report names the moment at which it was read. */
const namesOfReading = ['lastUsedAt', 'generatedAt'];
const withoutUse = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, inner) => (namesOfReading.includes(name) ? undefined : inner)));

/** The differences between two snapshots, one for each operation that reads them. */
export const changesBetween = (
  before: ForeignAnswers,
  after: ForeignAnswers,
): { operation: string; text: string }[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((operation) => !isDeepStrictEqual(before.get(operation), after.get(operation)))
    .map((operation) => ({
      operation,
      text: `was ${JSON.stringify(before.get(operation))}, is ${JSON.stringify(after.get(operation))}`,
    }));
