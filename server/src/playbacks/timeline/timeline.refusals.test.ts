import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import type { Body } from '../../../../contract/routes.ts';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { makeGroup, makeUser, openLink, type TestGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { enterChat } from '../../../testing/people/chat.ts';
import { addPlayback, enterPlayback, type TestPlayback } from '../../../testing/playbacks.ts';
import { sendRaw } from '../../../testing/raw.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { newId } from '../../platform/ids.ts';
import { insertRecordOf } from './testing/recorded.ts';

type Item = Body<'updateTimeline'>['items'][number];

let lectern: Lectern;
let database: Database;
let group: TestGroup;
let webinar: TestPlayback;

before(async () => {
  lectern = await startInProcess({ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' });
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  webinar = await addPlayback(group, { isPublic: false });
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const url = 'https://lms.example.org/course';
const offer = (more: object = {}): Item => ({
  type: 'offer',
  at: 1,
  title: 'A',
  buttonText: 'B',
  url,
  ...more,
});
const poll = (more: object = {}): Item => ({
  ...{ type: 'poll', at: 1, question: 'Q?', options: [{ option: 'yes' }, { option: 'no' }] },
  ...more,
});
const message = (more: object = {}): Item => ({ type: 'message', at: 1, author: 'Mo', text: 'Hi', ...more });
const put = (items: unknown[], { owner, at } = webinar) =>
  owner.updateTimeline({ ...at, body: { items: items as Item[] } });
const chat = (items: unknown, { owner, at } = webinar) =>
  owner.updateOriginalChat({ ...at, body: { items: items as Body<'updateOriginalChat'>['items'] } });

const everything = (api: Client, at = webinar.at) => [
  () => api.getTimeline(at),
  () => api.updateTimeline({ ...at, body: { items: [] } }),
  () => api.getOriginalChat(at),
  () => api.updateOriginalChat({ ...at, body: { items: [] } }),
];
async function allRefused(asked: (() => Promise<unknown>)[], code: Parameters<typeof refused>[1]) {
  for (const ask of asked) await refused(ask(), code);
}

/** A recording of the group as content, with one message of its chat. @returns the id of the message */
async function withOriginalMessage(of: TestPlayback, text = 'hello'): Promise<string> {
  const startedAt = new Date(Date.now() - 86_400_000);
  const { api } = await enterChat(lectern, group, { username: 'Ann' });
  const { id } = await api.sendMessage({ body: { channelId: group.room.channelId, text } });
  await database.pool.query('UPDATE chat_messages SET created_at = $2 WHERE id = $1', [
    id,
    new Date(startedAt.getTime() + 1000),
  ]);
  const recordId = await insertRecordOf(database.db, group, { startedAt, seconds: 60 });
  await database.pool.query('UPDATE playbacks SET record_id = $2 WHERE room_id = $1', [
    of.playback.id,
    recordId,
  ]);
  return String(id);
}

test('a missing or unknown credential is 401', async () => {
  await allRefused(everything(lectern.client()), 'unauthorized');
  await allRefused(everything(lectern.client(`lpt_${'A'.repeat(43)}`)), 'unauthorized');
});

test('strangers do not find the timeline, and viewers and moderators by link may not read it', async () => {
  await allRefused(everything((await makeUser(lectern, 'stranger')).api), 'not_found');
  await allRefused(everything(lectern.client(lectern.owner.clientToken)), 'not_found');
  const { owner, asRoom } = webinar;
  for (const role of ['user', 'moderator'] as const) {
    await allRefused(everything((await enterPlayback(lectern, webinar, { role })).api), 'forbidden');
    const link = await owner.generateAccess({ ...asRoom, body: { username: 'Bob', role } });
    await allRefused(everything(await openLink(lectern, link.url, newId())), 'forbidden');
  }
});

test('ids of a room, of another group, of nothing, of a deleted webinar are 404', async () => {
  const { owner, spaceId } = webinar;
  const elsewhere = await makeGroup(lectern);
  const deleted = await addPlayback(group);
  await owner.deletePlayback(deleted.at);
  for (const at of [
    { spaceId, playbackId: group.room.id },
    { spaceId, playbackId: newId() },
    { spaceId, playbackId: 'no-id' },
    { spaceId: elsewhere.spaceId, playbackId: webinar.playback.id },
    { spaceId: newId(), playbackId: webinar.playback.id },
    deleted.at,
  ]) {
    await allRefused(everything(owner, at), 'not_found');
  }
});

test('times outside the limits are named', async () => {
  for (const at of [-1, 1_000_001, null, 'five', undefined])
    await refusedFields(put([offer({ at })]), 'items.0.at');
  for (const until of [-1, 1_000_001, '9 s', true]) {
    await refusedFields(put([offer({ until })]), 'items.0.until');
  }
  for (const until of [0, 0.5, 1]) await refusedFields(put([offer({ until })]), 'items.0.until');
  const edges = [
    offer({ at: 0, until: 0.001 }),
    offer({ at: 999_999.5, until: 1_000_000 }),
    message({ until: null }),
  ];
  const { items } = await put(edges);
  assert.deepEqual(
    items.map(({ at, until }) => [at, until]),
    [
      [0, 0.001],
      [1, null],
      [999_999.5, 1_000_000],
    ],
  );
});

test('an unknown type, and fields of another type, are named', async () => {
  await refusedFields(put([{ type: 'quiz', at: 1 }]), 'items.0.type');
  await refusedFields(put([{ at: 1 }]), 'items.0.type');
  await refusedFields(
    put([
      offer({ question: 'Q?', author: 'Mo' }),
      poll({ title: 'A', url }),
      message({ until: 5, withAnswer: true }),
    ]),
    ...['items.0.author', 'items.0.question', 'items.1.title', 'items.1.url'],
    ...['items.2.until', 'items.2.withAnswer'],
  );
});

test('texts that are missing, blank or too long are named, and the longest ones are kept', async () => {
  await refusedFields(
    put([
      { type: 'offer', at: 1 },
      { type: 'poll', at: 1, isOpenEnded: true },
      { type: 'message', at: 1 },
    ]),
    ...['items.0.title', 'items.0.buttonText', 'items.0.url', 'items.1.question'],
    ...['items.2.author', 'items.2.text'],
  );
  const blank = ' \t\n';
  const long = (length: number) => '😀'.repeat(length);
  await refusedFields(
    put([
      offer({ title: blank, buttonText: long(101) }),
      offer({ title: long(201), text: long(4001) }),
      poll({ question: long(251), options: [{ option: blank }, { option: long(251) }] }),
      message({ author: long(201), text: blank }),
    ]),
    ...['items.0.title', 'items.0.buttonText', 'items.1.title', 'items.1.text', 'items.2.question'],
    ...['items.2.options.0.option', 'items.2.options.1.option', 'items.3.author', 'items.3.text'],
  );
  const { items } = await put([
    offer({ title: long(200), text: long(4000), buttonText: long(100) }),
    poll({ at: 2, question: long(250), options: [{ option: long(250) }, { option: 'b' }] }),
    message({ at: 3, author: long(200), text: long(4000) }),
  ]);
  assert.deepEqual([items[0]?.text, items[2]?.text], [long(4000), long(4000)]);
});

test('offers open http and https addresses only', async () => {
  const hostile = [
    ...['javascript:alert(1)', 'data:text/html,x', 'ftp://example.org/', '//example.org', 'example.org', ''],
    ...[
      'https://',
      'https://user:secret@example.org/',
      'https://example.org/\nx',
      `https://example.org/${'a'.repeat(2000)}`,
    ],
  ];
  for (const address of hostile) await refusedFields(put([offer({ url: address })]), 'items.0.url');
});

test('polls that nobody could answer are named', async () => {
  const options = (count: number) => Array.from({ length: count }, (_, index) => ({ option: `${index}` }));
  for (const given of [undefined, [], options(1), options(21)]) {
    await refusedFields(put([poll({ options: given })]), 'items.0.options');
  }
  await refusedFields(put([poll({ isOpenEnded: true })]), 'items.0.options');
  await refusedFields(put([poll({ withAnswer: true })]), 'items.0.withAnswer');
  const { items } = await put([
    poll({ options: options(20) }),
    poll({ at: 2, options: [], isOpenEnded: true }),
  ]);
  assert.deepEqual(
    items.map((item) => item.options?.length),
    [20, 0],
  );
});

test('ids of other timelines and repeated ids are named, and nothing is taken over', async () => {
  const other = await addPlayback(group);
  const { items: theirs } = await put([offer()], other);
  const { items: own } = await put([offer({ title: 'Own' })]);
  const [foreign, id] = [theirs[0]?.id, own[0]?.id];
  await refusedFields(
    put([offer({ id: foreign }), offer({ id: newId() }), offer({ id: 'x' })]),
    ...['items.2.id'],
  );
  await refusedFields(
    put([offer({ id: foreign }), offer({ id: newId() }), offer({ id }), offer({ id })]),
    ...['items.0.id', 'items.1.id', 'items.3.id'],
  );
  assert.deepEqual((await other.owner.getTimeline(other.at)).items, theirs);
  assert.deepEqual((await webinar.owner.getTimeline(webinar.at)).items, own);
});

test('500 items are kept, one more is refused, and a list that is none is named', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => message({ at }));
  assert.equal((await put(many(500))).items.length, 500);
  await refusedFields(put(many(501)), 'items');
  for (const items of [undefined, null, {}, 'all'])
    await refusedFields(put(items as unknown as Item[]), 'items');
  await refusedFields(put([null, 5, []]), 'items.0', 'items.1', 'items.2');
  assert.equal((await webinar.owner.getTimeline(webinar.at)).items.length, 500);
});

test('markup, SQL and right-to-left marks are stored as text; NUL and lone surrogates are refused', async () => {
  const text = `'); DROP TABLE rooms; -- <script>alert(1)</script> \u202Etxet`;
  const { items } = await put([message({ text, author: '__proto__' }), offer({ at: 2, title: text })]);
  assert.deepEqual([items[0]?.text, items[0]?.author, items[1]?.title], [text, '__proto__', text]);
  const { spaceId, playbackId } = webinar.at;
  const path = `/v1/spaces/${spaceId}/playbacks/${playbackId}/timeline`;
  const token = lectern.owner.personalToken;
  for (const bad of ['\\u0000', '\\ud800', 'x\\udfff']) {
    const body = `{"items":[{"type":"message","at":1,"author":"Mo","text":"${bad}"}]}`;
    const answer = await sendRaw(lectern.url, { method: 'PUT', path, token, body, type: 'application/json' });
    assert.equal(answer.status, 422, `${bad}: ${answer.status}`);
  }
  for (const at of ['1e400', '-0.1', 'NaN']) {
    const body = `{"items":[{"type":"message","at":${at},"author":"Mo","text":"x"}]}`;
    const answer = await sendRaw(lectern.url, { method: 'PUT', path, token, body, type: 'application/json' });
    assert.ok(answer.status === 400 || answer.status === 422, `${at}: ${answer.status}`);
  }
});

test('a change that is based on an older timeline is refused, and without a revision it is not', async () => {
  const { owner, at } = webinar;
  const read = await owner.getTimeline(at);
  const change = (ifRevision: string, text: string) =>
    owner.updateTimeline({ ...at, body: { ifRevision, items: [message({ text })] } });
  const answers = await Promise.allSettled(['one', 'other'].map((text) => change(read.revision, text)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  for (const ifRevision of [read.revision, 'nothing']) {
    await refused(change(ifRevision, 'late'), 'timeline_changed');
  }
  const stored = await owner.getTimeline(at);
  assert.ok(stored.items.length === 1 && stored.items[0]?.text !== 'late');
  const changed = await change(stored.revision, 'on top');
  assert.deepEqual(changed, await owner.getTimeline(at));
  assert.equal((await put([message({ text: 'whatever is there' })])).items[0]?.text, 'whatever is there');
  await refusedFields(
    owner.updateTimeline({ ...at, body: { items: [], ifRevision: [] as unknown as string } }),
    'ifRevision',
  );
});

test('changes of the recorded chat name messages of other calls, and change nothing then', async () => {
  const own = await withOriginalMessage(webinar);
  const elsewhere = await enterChat(lectern, group, { username: 'Eve' });
  const later = await elsewhere.api.sendMessage({
    body: { channelId: group.room.channelId, text: 'after the recording' },
  });
  await refusedFields(
    chat([{ id: own, isHidden: true }, { id: '999999999999' }, { id: later.id, isHidden: true }]),
    ...['items.1.id', 'items.2.id'],
  );
  const { items } = await webinar.owner.getOriginalChat(webinar.at);
  assert.deepEqual(
    items.map(({ id, isHidden }) => [String(id), isHidden]),
    [[own, false]],
  );
  const without = await addPlayback(group);
  assert.deepEqual((await without.owner.getOriginalChat(without.at)).items, []);
  await refusedFields(chat([{ id: own, isHidden: true }], without), 'items.0.id');
});

test('values of the recorded chat that are none are named', async () => {
  const id = await withOriginalMessage(webinar);
  for (const items of [undefined, null, 'all', Array.from({ length: 1001 }, () => ({ id }))]) {
    await refusedFields(chat(items), 'items');
  }
  await refusedFields(
    chat([
      {},
      { id: 'x' },
      { id: '9'.repeat(40) },
      { id, isHidden: 'yes' },
      { id, displayName: 'x'.repeat(201) },
    ]),
    ...['items.0.id', 'items.1.id', 'items.2.id', 'items.3.isHidden', 'items.4.displayName'],
  );
  const { owner, at } = webinar;
  await refusedFields(
    owner.getOriginalChat({ ...at, query: { limit: 0, offset: -1, order: 'up' as 'asc' } }),
    ...['limit', 'offset', 'order'],
  );
  await chat([{ id, displayName: 'Guest' }]);
  assert.deepEqual((await chat([{ id, displayName: null }])).items[0]?.displayName, null);
  assert.deepEqual((await chat([])).items, []);
});
