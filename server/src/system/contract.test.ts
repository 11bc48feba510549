import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../contract/client/index.ts';
import { CallPermissions } from '../../../contract/operations/rooms.ts';
import type { paths } from '../../../contract/paths.ts';
import type { Route } from '../../../contract/route.ts';
import { type Operation, routes } from '../../../contract/routes.ts';
import { openLink } from '../../testing/group.ts';
import { giveVideo, makePlayback } from '../../testing/playbacks.ts';
import { refused } from '../../testing/refused.ts';
import type { Fields, Shape } from '../platform/http/input/declared.ts';
import { presentFields } from '../platform/present.ts';
import {
  type ContractServer,
  call,
  methodOf,
  operations,
  pathOf,
  startContractServer,
} from './testing/contract-server.ts';

let { lectern, group, owner, chat, ids, ignored, clientBy } = {} as ContractServer;
let ownerId: string;
before(async () => {
  ({ lectern, group, owner, chat, ids, ignored, clientBy } = await startContractServer());
  ownerId = (await owner.getOwnUser()).id;
});
after(() => lectern?.remove());

/** How a record is read before it is sent back whole, and by which client. */
interface Change {
  read: () => Promise<object>;
  as?: () => Client;
  /** Ids that replace those of the test group. */
  ids?: () => Fields;
}
type Changing = {
  [K in Operation]: (typeof paths)[K] extends `PUT ${string}` | `PATCH ${string}` ? K : never;
}[Operation];

/** The operation that reads a record at this path, by the personal token. */
const readerAt = (path: string): (() => Promise<object>) | undefined => {
  const reader = operations.find((one) => methodOf(one) === 'GET' && pathOf(one) === path);
  return reader && (() => call(owner, reader, ids) as Promise<object>);
};

/** How to read the record of operations that no GET at their path reads; null if no readable record changes. */
const changes: Partial<Record<Changing, Change | Change[] | null>> = {
  changePassword: null,
  resetPassword: null,
  refreshSecretWebhook: null,
  refreshSecretWebhookById: null,
  refreshSecretBigBlueButton: null,
  updateMember: [
    { read: () => owner.getMember({ ...group.at, userId: ids.userId ?? '' }) },
    {
      read: () => owner.getMember({ ...group.at, userId: ownerId }),
      ids: () => ({ userId: ownerId }),
    },
  ],
  updateRoom: [
    { read: () => owner.getRoom(group.at) },
    { read: () => owner.getRoomByAlias({ alias: group.room.alias }) },
  ],
  updateCallPermissions: {
    read: async () => presentFields(CallPermissions, await owner.getRoom(group.at)),
  },
  // Only the participants themselves read one participant.
  updateParticipant: null,
  // Only people in a call have one.
  setFeedback: null,
  // No operation reads what one person may do.
  updateDrawing: null,
  updateBoard: { read: async () => (await owner.listBoards(group.at)).items[0] ?? {} },
  // Only people who wait read it.
  updateWaitingMessage: null,
  // It has no operation that reads one segment.
  updateTranscriptionSegment: null,
  updateTranscriptionSpeaker: null,
  updateChannelSettings: {
    read: async () => (await chat.getInitial()).channels[0]?.settings ?? {},
    as: () => chat,
  },
  updateRoomPoll: { read: () => chat.getPoll({ pollId: ids.pollId ?? '' }) },
  editMessage: {
    read: async () =>
      (await chat.getInitial()).channels[0]?.messages.find(({ id }) => id === ids.messageId) ?? {},
    as: () => chat,
  },
  updateProfile: { read: async () => (await chat.getInitial()).user, as: () => chat },
  updateChatSettings: { read: () => owner.getChatApplicationSettings({ appId: ids.appId ?? '' }) },
};

test('a record that is read and sent back whole by PUT or PATCH does not change', async () => {
  const changing = operations.filter((one): one is Changing => ['PUT', 'PATCH'].includes(methodOf(one)));
  for (const operation of changing) {
    const reader = readerAt(pathOf(operation));
    const found = operation in changes ? changes[operation] : reader && { read: reader };
    assert.notEqual(found, undefined, `${operation}: state in changes how its record is read`);
    for (const { read, as = () => owner, ids: more = () => ({}) } of [found ?? []].flat()) {
      const before = await read();
      assert.ok(Object.keys(before).length > 1, `${operation}: nothing was read`);
      await call(as(), operation, { ...ids, ...more(), body: before });
      assert.deepEqual(await read(), before, operation);
      assert.deepEqual(ignored.splice(0), [], `${operation} calls a field of its own record unknown`);
    }
  }
});

/** Operations that create a record of the kind that GET reads at the same path. */
function creating(): Operation[] {
  const answerAt = (path: string): Shape[] =>
    operations
      .filter((operation) => methodOf(operation) === 'GET' && pathOf(operation) === path)
      .map(
        (operation) =>
          (routes[operation] as Route).answer as Shape & { properties: { items?: { items: Shape } } },
      )
      .map((answer) => answer.properties.items?.items ?? answer);
  return operations.filter((operation) => {
    const { body } = routes[operation] as Route;
    const required = (body as Shape | undefined)?.required ?? [];
    const records = methodOf(operation) === 'POST' && body ? answerAt(pathOf(operation)) : [];
    return records.some(({ properties = {} }) => required.every((name) => name in properties));
  });
}

/** The client of a viewer with an address, and the path of their webinar, which has a session to come. */
async function remindedViewer(): Promise<{ client: Client; at: { spaceId: string; playbackId: string } }> {
  const webinar = await makePlayback(lectern);
  await giveVideo(lectern, webinar, 600);
  const { spaceId, at, asRoom } = webinar;
  const startDate = new Date(Date.now() + 2 * 86_400_000).toISOString();
  await owner.createPlaybackEvent({ spaceId, body: { playbackId: at.playbackId, startDate } });
  const { url } = await owner.generateAccess({
    ...asRoom,
    body: { username: 'Ann', role: 'user', email: 'ann@example.org' },
  });
  const [clientUniqueId, roomId] = ['a browser with reminders', at.playbackId];
  const link = await openLink(lectern, url, clientUniqueId);
  const { access_token } = await link.createParticipant({ spaceId, body: { roomId, clientUniqueId } });
  return { client: clientBy(access_token), at };
}

const only = async <T>(list: Promise<{ items: T[] }>): Promise<T> => (await list).items.at(-1) as T;

interface Copy {
  read: () => Promise<object>;
  made: (answer: Fields) => Promise<object>;
}

/** A record is read by the GET of its id below the path at which such records are created. */
function copyBelow(operation: Operation): Copy {
  const isItem = (one: Operation) => pathOf(one).replace(/\/:\w+$/, '') === pathOf(operation);
  const reader = operations.find(
    (one) => methodOf(one) === 'GET' && isItem(one) && pathOf(one) !== pathOf(operation),
  );
  assert.ok(reader, `${operation}: state in copies how its record is read`);
  const name = pathOf(reader).split(':').at(-1) ?? '';
  const read = (input: Fields) => call(owner, reader, input) as Promise<object>;
  return { read: () => read(ids), made: ({ id }) => read({ ...ids, [name]: id }) };
}

/** How to read a record and the copy made of it, if not by a GET below the same path. */
const copies: Partial<Record<Operation, Copy>> = {
  createRoomPoll: {
    read: () => chat.getPoll({ pollId: ids.pollId ?? '' }),
    made: ({ id }) => chat.getPoll({ pollId: String(id) }),
  },
  createBoard: {
    read: () => only(owner.listBoards(group.at)),
    made: async ({ id }) => (await owner.listBoards(group.at)).items.find((board) => board.id === id) ?? {},
  },
  createInvite: {
    read: () => only(owner.listInvites(group.at)),
    made: () => only(owner.listInvites({ ...group.at, query: { order: 'asc' } })),
  },
  createPersonalToken: {
    read: () => only(owner.listPersonalTokens()),
    made: async ({ id }) => (await owner.listPersonalTokens()).items.find((token) => token.id === id) ?? {},
  },
  createSpaceToken: {
    read: () => only(owner.listSpaceTokens(group.at)),
    made: async ({ id }) =>
      (await owner.listSpaceTokens(group.at)).items.find((token) => token.id === id) ?? {},
  },
  createWebhook: {
    read: async () => {
      await owner.updateWebhook({ ...group.at, body: { isActive: false } });
      const webhook = await owner.getWebhook(group.at);
      await owner.deleteWebhook(group.at);
      return webhook;
    },
    made: () => owner.getWebhook(group.at),
  },
  createBigBlueButton: {
    read: async () => {
      const api = await owner.updateBigBlueButton({ ...group.at, body: { isActive: false } });
      await owner.deleteBigBlueButton(group.at);
      return { isActive: api.isActive };
    },
    made: async () => ({ isActive: (await owner.getBigBlueButton(group.at)).isActive }),
  },
  generateAccess: {
    read: () => owner.getAccessLink({ ...group.at, linkId: ids.linkId ?? '' }),
    made: ({ id }) => owner.getAccessLink({ ...group.at, linkId: String(id) }),
  },
  createPoll: {
    read: () => chat.getPoll({ pollId: ids.pollId ?? '' }),
    made: ({ id }) => chat.getPoll({ pollId: String(id) }),
  },
};

test('reminders that are read and sent whole to the operation that requests them stay as they are', async () => {
  const { client, at } = await remindedViewer();
  const [next] = (await client.getProgram(at)).next;
  const record = await client.requestReminders({ ...at, body: { sessionId: next?.id ?? '' } });
  assert.deepEqual(await client.requestReminders({ ...at, body: record }), record);
  assert.deepEqual((await client.getReminders(at)).items, [record]);
  // Only the server writes these.
  assert.deepEqual(ignored.splice(0).sort(), ['email', 'startDate']);
});

/** The test above has a viewer, who alone requests reminders. A request of a transcript or a link contains no record. */
const testedElsewhere: Operation[] = [
  // Viewers only ask questions: playbacks/questions/questions.test.ts reads them.
  'askQuestion',
  // It needs an upload: documents/documents.test.ts reads what it made.
  'createDocument',
  // Its recording has no video here; records/links/links.test.ts reads what it made.
  'createRecordLink',
  'linkIdentity',
  'requestReminders',
  'requestTranscription',
];

test('a record that is read and sent whole to the operation that creates such records is copied', async () => {
  const created = new Set([...creating(), ...(Object.keys(copies) as Operation[])]);
  for (const operation of testedElsewhere) assert.ok(created.delete(operation), operation);
  for (const operation of created) {
    const { read, made } = copies[operation] ?? copyBelow(operation);
    const client = operation === 'createPoll' ? chat : owner;
    const record = (await read()) as Fields;
    const { id: _, ...answer } = (await call(client, operation, {
      ...ids,
      body: record,
    })) as Fields;
    const copy = (await made({ id: _, ...answer })) as Fields;
    const { properties = {} } = (routes[operation] as Route).body as Shape;
    for (const name of Object.keys(properties)) {
      const strip = (value: unknown) =>
        JSON.parse(JSON.stringify(value ?? null, (key, inner) => (key === 'id' ? undefined : inner)));
      if (name in record) assert.deepEqual(strip(copy[name]), strip(record[name]), `${operation}: ${name}`);
    }
    // The ignored fields of a creation are those that only the server writes, never fields of its body.
    const { properties: fields = {} } = (routes[operation] as Route).body as Shape;
    const known = ignored
      .splice(0)
      .filter((path) => path in fields || !((path.split('.', 1)[0] ?? '') in record));
    assert.deepEqual(known, [], `${operation} misnames a field of its own record`);
  }
  const start = owner.startRecord({
    ...group.at,
    body: await owner.getRecord({ ...group.at, recordId: ids.recordId ?? '' }),
  });
  await refused(start, 'call_not_active');
  ignored.length = 0;
});
