import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { answer, type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { type BbbAnswer, BbbClient, type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { eventsAt } from '../testing/hook-receiver.ts';
import { connectToMeeting } from '../testing/joining.ts';

const installationSecret = 's'.repeat(64);

let lectern: InProcess;
let database: Database;
let receiver: Receiver;
let group: BbbGroup;
before(async () => {
  lectern = await startInProcess({
    ...{ LECTERN_BBB_RETRY_SECONDS: '0,0,0,3600', LECTERN_BBB_SECRET: installationSecret },
    LECTERN_CALL_END_GRACE_SECONDS: '0',
  });
  database = await databaseOf(lectern);
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.behave(answer(200));
  receiver.received.length = 0;
  group = await makeBbbGroup(lectern);
});
after(async () => {
  await database?.close();
  await receiver?.close();
  await lectern?.remove();
});

const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 20_000, message });
const failedWith = (response: BbbAnswer, key: string): void =>
  assert.deepEqual(
    [response.field('returncode'), response.field('messageKey')],
    ['FAILED', key],
    response.text,
  );
const done = (response: BbbAnswer): BbbAnswer => {
  assert.equal(response.field('returncode'), 'SUCCESS', response.text);
  return response;
};
const call = async (name: string, parameters: Record<string, string> = {}) =>
  done(await group.bbb.call(name, parameters));
const url = (path: string): string => `${receiver.url}${path}`;
const events = () => eventsAt(receiver, group.secret);
const received = (count: number) => until(() => receiver.received.length >= count, `${count} requests`);

test('a hook gets the events of a meeting in their order, signed as BigBlueButton signs them', async () => {
  const made = await call('hooks/create', { callbackURL: url('/hook?lms=1') });
  assert.equal(made.field('permanentHook'), 'false');
  assert.equal(made.field('rawData'), 'false');
  const meetingID = 'hooked <&>';
  const meeting = await call('create', {
    ...{ meetingID, name: 'Algebra', attendeePW: 'ap', moderatorPW: 'mp', record: 'true', meta_Course: '7' },
  });
  const teacher = await connectToMeeting(lectern, group, {
    ...{ meetingID, fullName: 'Ms Noether', role: 'MODERATOR', userID: 'lms/1' },
  });
  const pupil = await connectToMeeting(lectern, group, {
    ...{ meetingID, fullName: 'Ben', role: 'VIEWER', userID: 'lms/2', guest: 'true' },
  });
  pupil.person.leave();
  await received(5);
  await call('end', { meetingID });
  await received(7);
  const sent = events();
  assert.deepEqual(
    sent.map(({ id, attributes }) => [id, attributes.user?.['external-user-id']]),
    [
      ['meeting-created', undefined],
      ['user-joined', 'lms/1'],
      ['user-presenter-assigned', 'lms/1'],
      ['user-joined', 'lms/2'],
      ['user-left', 'lms/2'],
      ['user-left', 'lms/1'],
      ['meeting-ended', undefined],
    ],
  );
  const ids = {
    'internal-meeting-id': meeting.field('internalMeetingID'),
    'external-meeting-id': meetingID,
  };
  for (const { attributes } of sent.slice(1)) assert.deepEqual(attributes.meeting, ids);
  const [created, joined] = sent;
  assert.deepEqual(created?.attributes.meeting, {
    ...ids,
    ...{ name: 'Algebra', 'is-breakout': false, 'parent-id': 'bbb-none', duration: 0 },
    ...{ 'create-time': Number(meeting.field('createTime')), 'create-date': meeting.field('createDate') },
    ...{ 'moderator-pass': 'mp', 'viewer-pass': 'ap', record: true, 'dial-number': '', 'max-users': 0 },
    ...{ 'voice-conf': meeting.field('voiceBridge'), metadata: { course: '7' } },
  });
  assert.deepEqual(joined?.attributes.user, {
    ...{ 'internal-user-id': joined?.attributes.user?.['internal-user-id'], 'external-user-id': 'lms/1' },
    ...{ name: 'Ms Noether', role: 'MODERATOR', guest: false },
  });
  assert.ok(teacher.id);
  assert.equal(new Set(sent.map(({ deliveryId }) => deliveryId)).size, sent.length);
});

test('hooks are created once, listed, and destroyed', async () => {
  const own = { callbackURL: url('/own'), meetingID: 'one', eventID: 'user-joined, Meeting-Ended,' };
  const global = (await call('hooks/create', { callbackURL: url('/all') })).field('hookID') ?? '';
  const ofMeeting = (await call('hooks/create', own)).field('hookID') ?? '';
  for (const [parameters, hookID] of [
    [own, ofMeeting],
    [{ callbackURL: url('/all') }, global],
    [{ callbackURL: url('/all'), meetingID: 'one' }, global],
  ] as const) {
    const again = await call('hooks/create', parameters);
    assert.deepEqual([again.field('hookID'), again.field('messageKey')], [hookID, 'duplicateWarning']);
  }
  const other = await call('hooks/create', { ...own, meetingID: 'two' });
  assert.notEqual(other.field('hookID'), ofMeeting);
  const list = async (parameters: Record<string, string> = {}) =>
    [...(await call('hooks/list', parameters)).text.matchAll(/<hookID>(\w+)</g)].map(([, id]) => id);
  assert.deepEqual(await list(), [global, ofMeeting, other.field('hookID')]);
  assert.deepEqual(await list({ meetingID: 'one' }), [global, ofMeeting]);
  assert.deepEqual(await list({ meetingID: 'none' }), [global]);
  const { text } = await call('hooks/list', { meetingID: 'one' });
  assert.ok(
    text.includes(
      `<hook><hookID>${ofMeeting}</hookID><callbackURL>${url('/own')}</callbackURL><meetingID>one</meetingID>` +
        '<eventID>user-joined,meeting-ended</eventID><permanentHook>false</permanentHook><rawData>false</rawData></hook>',
    ),
    text,
  );
  assert.equal((await call('hooks/destroy', { hookID: ofMeeting })).field('removed'), 'true');
  failedWith(await group.bbb.call('hooks/destroy', { hookID: ofMeeting }), 'destroyMissingHook');
  assert.deepEqual(await list({ meetingID: 'one' }), [global]);
  // Another group does not know it.
  const stranger = await makeBbbGroup(lectern);
  failedWith(await stranger.bbb.call('hooks/destroy', { hookID: global }), 'destroyMissingHook');
  assert.equal(done(await stranger.bbb.call('hooks/list')).field('hooks'), '');
});

test('what cannot be done is refused', async () => {
  const create = (parameters: Record<string, string>) => group.bbb.call('hooks/create', parameters);
  failedWith(await create({}), 'missingParamCallbackURL');
  failedWith(await create({ callbackURL: ' ' }), 'missingParamCallbackURL');
  failedWith(await create({ callbackURL: url('/x'), getRaw: 'true' }), 'notImplemented');
  for (const callbackURL of [
    ...['http://169.254.1.1/x', 'ftp://example.org/', 'no url', 'http://user:pass@example.org/'],
    `${url('/')}${'x'.repeat(2000)}`,
  ])
    failedWith(await create({ callbackURL }), 'createHookError');
  failedWith(await create({ callbackURL: url('/x'), meetingID: 'm'.repeat(257) }), 'createHookError');
  failedWith(await create({ callbackURL: url('/x'), eventID: 'e'.repeat(2001) }), 'createHookError');
  failedWith(await group.bbb.call('hooks/destroy', {}), 'missingParamHookID');
  failedWith(await group.bbb.call('hooks/destroy', { hookID: '%' }), 'destroyMissingHook');
});

test('a hook gets the events that it names, and that of a meeting those of its meeting, until it has ended', async () => {
  // It is there before its meeting.
  await call('hooks/create', { callbackURL: url('/first'), meetingID: 'first' });
  await call('hooks/create', { callbackURL: url('/ended'), eventID: 'meeting-ended' });
  await call('create', { meetingID: 'first' });
  await call('create', { meetingID: 'other' });
  await call('end', { meetingID: 'other' });
  await call('end', { meetingID: 'first' });
  await received(4);
  const seen = events().map(({ id, attributes }, index) => [
    ...[receiver.received[index]?.path.slice(0, 6), id, attributes.meeting['external-meeting-id']],
  ]);
  assert.deepEqual(seen.sort(), [
    ['/ended', 'meeting-ended', 'first'],
    ['/ended', 'meeting-ended', 'other'],
    ['/first', 'meeting-created', 'first'],
    ['/first', 'meeting-ended', 'first'],
  ]);
  // The next meeting with this id does not have it.
  await call('create', { meetingID: 'first' });
  const { text } = await call('hooks/list', { meetingID: 'first' });
  assert.ok(!text.includes('/first'), text);
  const removed = () =>
    database.db
      .selectFrom('bbb_hooks')
      .select('removed_at')
      .where('callback_url', '=', url('/first'))
      .where('space_id', '=', group.spaceId)
      .executeTakeFirst();
  await until(async () => (await removed())?.removed_at, 'the hook to be removed');
  assert.equal(receiver.received.length, 4);
});

test('a request that fails is repeated before the next one of its meeting; other meetings go on', async () => {
  await call('hooks/create', { callbackURL: url('/hook') });
  const statuses = [503, 302, 200];
  receiver.behave((response, { body }) => {
    const isFirst = body.includes('slow') && body.includes('meeting-created');
    const status = isFirst ? (statuses.shift() ?? 200) : 200;
    response.writeHead(status, { location: '/elsewhere' }).end();
  });
  await call('create', { meetingID: 'slow' });
  await call('end', { meetingID: 'slow' });
  await call('create', { meetingID: 'fast' });
  await received(5);
  const ofSlow = events().filter(({ attributes }) => attributes.meeting['external-meeting-id'] === 'slow');
  assert.deepEqual(
    ofSlow.map(({ id }) => id),
    [...Array.from({ length: 3 }, () => 'meeting-created'), 'meeting-ended'],
  );
  assert.equal(new Set(ofSlow.map(({ deliveryId }) => deliveryId)).size, 2);
});

test('the log shows events without passwords and checksums; what waits its turn is not sent before it', async () => {
  await call('hooks/create', { callbackURL: url('/hook') });
  receiver.behave((response, { path, body }) => response.writeHead(500).end(`${path} ${body}`));
  await call('create', { meetingID: 'logged', attendeePW: 'pupils+', moderatorPW: 'teachers+' });
  await call('end', { meetingID: 'logged' });
  const { spaceId, owner } = group;
  const list = async () => (await owner.listBigBlueButtonDeliveries({ spaceId })).items;
  const [ended, created] = await until(async () => {
    const found = await list();
    return found[1]?.attempts.length === 4 && found;
  }, 'four attempts');
  assert.deepEqual(
    [ended, created].map((one) => [one?.eventName, one?.url, one?.meetingId, one?.attempts.length]),
    [
      ['meeting-ended', url('/hook'), 'logged', 0],
      ['meeting-created', url('/hook'), 'logged', 4],
    ],
  );
  const shown = await owner.getBigBlueButtonDelivery({ spaceId, callbackId: created?.id ?? '' });
  const [{ data }] = JSON.parse(shown.body ?? '');
  assert.equal(data.id, 'meeting-created');
  assert.equal(data.attributes.meeting['moderator-pass'], '…');
  const { rows } = await database.pool.query(
    'SELECT to_jsonb(a) AS row FROM bbb_delivery_attempts a UNION ALL SELECT to_jsonb(d) FROM bbb_deliveries d',
  );
  const stored = JSON.stringify([shown, rows]);
  for (const secret of ['pupils', 'teachers', group.secret, /checksum=[0-9a-f]/])
    assert.ok(!(typeof secret === 'string' ? stored.includes(secret) : secret.test(stored)), String(secret));
  const waiting = await owner.redeliverBigBlueButton({ spaceId, callbackId: ended?.id ?? '' });
  assert.deepEqual([waiting.status, waiting.nextAttemptAt], ['pending', null]);
  receiver.received.length = 0;
  receiver.behave(answer(200));
  await owner.redeliverBigBlueButton({ spaceId, callbackId: created?.id ?? '' });
  await received(2);
  assert.deepEqual(
    events().map(({ id }) => id),
    ['meeting-created', 'meeting-ended'],
  );
});

test('hooks of the installation are signed with its secret, and stay when the API of the group is deleted', async () => {
  const whole = new BbbClient(`${lectern.url}/bigbluebutton/`, installationSecret);
  done(await whole.call('hooks/create', { callbackURL: url('/whole') }));
  const { items } = await group.owner.listSpaces({ query: { search: 'BigBlueButton' } });
  const spaceId = items[0]?.id ?? '';
  const own = await group.owner.createBigBlueButton({ spaceId });
  const client = new BbbClient(own.url, own.secret);
  done(await client.call('hooks/create', { callbackURL: url('/own') }));
  done(await client.call('create', { meetingID: 'shared' }));
  await received(2);
  for (const request of receiver.received) {
    const secret = request.path.startsWith('/own') ? own.secret : installationSecret;
    eventsAt({ ...receiver, received: [request] }, secret);
  }
  await group.owner.deleteBigBlueButton({ spaceId });
  done(await whole.call('end', { meetingID: 'shared' }));
  await received(3);
  assert.match(receiver.received[2]?.path ?? '', /^\/whole/);
  const { text } = done(await whole.call('hooks/list'));
  assert.ok(text.includes('/whole') && !text.includes('/own'), text);
});
