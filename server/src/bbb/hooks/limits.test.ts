import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { type BbbAnswer, BbbClient, type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { mostHooks } from './calls.ts';

const installationSecret = 's'.repeat(64);

let lectern: InProcess;
let database: Database;
let receiver: Receiver;
let group: BbbGroup;
before(async () => {
  lectern = await startInProcess({ LECTERN_BBB_SECRET: installationSecret });
  database = await databaseOf(lectern);
  receiver = await startReceiver();
});
beforeEach(async () => {
  group = await makeBbbGroup(lectern);
});
after(async () => {
  await database?.close();
  await receiver?.close();
  await lectern?.remove();
});

const url = (path: string): string => `${receiver.url}${path}`;
const create = (parameters: Record<string, string>, client = group.bbb) =>
  client.call('hooks/create', parameters);
const failedWith = (response: BbbAnswer, key: string): void =>
  assert.deepEqual(
    [response.field('returncode'), response.field('messageKey')],
    ['FAILED', key],
    response.text,
  );

/** Creates a hook. @returns its id, and whether it is new */
async function made(parameters: Record<string, string>, client = group.bbb) {
  const response = await create(parameters, client);
  assert.equal(response.field('returncode'), 'SUCCESS', response.text);
  return { id: response.field('hookID') ?? '', isNew: response.field('messageKey') !== 'duplicateWarning' };
}

test('a group and a meeting have a limited number of hooks, also if they are created at once', async () => {
  const createOne = (index: number, more: Record<string, string> = {}) =>
    create({ callbackURL: url(`/${index}`), ...more });
  for (const [more, most] of [
    [{ meetingID: 'full' }, mostHooks.ofMeeting],
    [{}, mostHooks.ofGroup],
  ] as const) {
    const made = await Promise.all(Array.from({ length: most + 3 }, (_, index) => createOne(index, more)));
    const refused = made.filter((response) => response.field('returncode') === 'FAILED');
    assert.equal(refused.length, 3);
    for (const response of refused) failedWith(response, 'createHookError');
  }
});

test('a group has a limited number of hooks for meetings in all', async () => {
  await database.pool.query(
    `INSERT INTO bbb_hooks (id, space_id, callback_url, is_of_installation, client_meeting_id, created_at)
     SELECT $1 || '-' || n, $1, 'https://example.org/' || n, false, 'meeting ' || n, now()
     FROM generate_series(2, $2::int) n`,
    [group.spaceId, mostHooks.all],
  );
  assert.ok((await made({ callbackURL: url('/last'), meetingID: 'last' })).isNew);
  failedWith(await create({ callbackURL: url('/more'), meetingID: 'more' }), 'createHookError');
  failedWith(await create({ callbackURL: url('/more') }), 'createHookError');
});

test('a hook for all meetings replaces that of one only if it sends every event that is asked for', async () => {
  const callbackURL = url('/hook');
  const { id } = await made({ callbackURL, eventID: 'meeting-ended,user-left' });
  const same = { id, isNew: false };
  assert.deepEqual(await made({ callbackURL, eventID: 'user-joined' }), same);
  assert.deepEqual(await made({ callbackURL, meetingID: 'one', eventID: 'user-left' }), same);
  const wider = await made({ callbackURL, meetingID: 'two', eventID: 'user-left,user-joined' });
  const whole = await made({ callbackURL, meetingID: 'three' });
  assert.deepEqual([wider.isNew, whole.isNew], [true, true]);
  assert.deepEqual(await made({ callbackURL, meetingID: 'three', eventID: 'poll-started' }), {
    ...{ id: whole.id, isNew: false },
  });
});

test('a hook of the installation and one of the group are two, also with one address', async () => {
  const whole = new BbbClient(`${lectern.url}/bigbluebutton/`, installationSecret);
  const callbackURL = url('/hook');
  const first = await made({ callbackURL }, whole);
  const { items } = await group.owner.listSpaces({ query: { search: 'BigBlueButton' } });
  const spaceId = items[0]?.id ?? '';
  const own = await group.owner.createBigBlueButton({ spaceId });
  const client = new BbbClient(own.url, own.secret);
  const second = await made({ callbackURL }, client);
  assert.ok(second.isNew && second.id !== first.id);
  assert.deepEqual(await made({ callbackURL }, client), { id: second.id, isNew: false });
  await group.owner.deleteBigBlueButton({ spaceId });
  assert.deepEqual(await made({ callbackURL }, whole), { id: first.id, isNew: false });
});
