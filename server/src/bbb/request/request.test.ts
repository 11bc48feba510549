import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { newId } from '../../platform/ids.ts';
import { type BbbAnswer, BbbClient, type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { readXmlElements } from '../xml/read.ts';

let lectern: InProcess;
let group: BbbGroup;
let bbb: BbbClient;
before(async () => {
  lectern = await startInProcess({ LECTERN_LOG_LEVEL: 'debug' });
  group = await makeBbbGroup(lectern);
  ({ bbb } = group);
});
after(() => lectern?.remove());

function assertFailed(answer: BbbAnswer, key: string): void {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.field('returncode'), 'FAILED', answer.text);
  assert.equal(answer.field('messageKey'), key);
  assert.ok((answer.field('message') ?? '').length > 10);
}

function assertDone(answer: BbbAnswer): void {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.field('returncode'), 'SUCCESS', answer.text);
  assert.equal(answer.headers.get('content-type'), 'text/xml;charset=utf-8');
  assert.equal(answer.headers.get('cache-control'), 'no-cache');
}

const namesIn = (text: string) => readXmlElements(text).map(({ name }) => name);

test('the base answers the version, with each slash and query, and without a checksum', async () => {
  const { base } = bbb;
  for (const url of [
    base,
    base.slice(0, -1),
    `${base}api`,
    `${base}api/`,
    `${base}/api//`,
    `${base}api?x=1`,
  ]) {
    const answer = await bbb.send(url);
    assertDone(answer);
    assert.equal(answer.field('version'), '2.0');
  }
  assertDone(await bbb.send(`${base}api/hooks/ping`));
});

test('four hashes are accepted, upper case too, and the checksum may stand anywhere', async () => {
  for (const algorithm of ['sha1', 'sha256', 'sha384', 'sha512'])
    assertDone(await bbb.call('isMeetingRunning', { meetingID: '0' }, { algorithm }));
  const at = (query: string) => `${bbb.base}api/isMeetingRunning?${query}`;
  const sum = bbb.hash('isMeetingRunningmeetingID=a+b%20c&x=%5B[');
  assertDone(await bbb.send(at(`meetingID=a+b%20c&x=%5B[&checksum=${sum.toUpperCase()}`)));
  assertDone(await bbb.send(at(`checksum=${sum}&meetingID=a+b%20c&x=%5B[`)));
  assertDone(await bbb.send(at(`meetingID=a+b%20c&checksum=${sum}&x=%5B[`)));
  // Moodle's empty query signs the empty text.
  assertDone(await bbb.send(`${bbb.base}api/getMeetings?&checksum=${bbb.hash('getMeetings')}`));
  assertDone(await bbb.send(`${bbb.base}/api//getMeetings?checksum=${bbb.hash('getMeetings')}`));
});

test('everything but one right checksum is refused with one text', async () => {
  const right = bbb.hash('getMeetings');
  const other = await makeBbbGroup(lectern);
  const stranger = new BbbClient(bbb.base, other.secret);
  const texts = new Set<string>();
  for (const url of [
    `${bbb.base}api/getMeetings`,
    `${bbb.base}api/getMeetings?checksum=`,
    `${bbb.base}api/getMeetings?checksum=${right.slice(1)}`,
    `${bbb.base}api/getMeetings?checksum=${right.replace(/./, 'g')}`,
    `${bbb.base}api/getMeetings?checksum=${right}&checksum=${right}`,
    `${bbb.base}api/getMeetings?%63hecksum=${right}&checksum=${right}`,
    `${bbb.base}api/getMeetings?x=1&checksum=${right}`,
    `${bbb.base}api/isMeetingRunning?checksum=${right}`,
    stranger.address('getMeetings', ''),
    new BbbClient(bbb.base.replace(group.spaceId, newId()), group.secret).address('getMeetings', ''),
    new BbbClient(bbb.base.replace(group.spaceId, 'nonsense'), group.secret).address('getMeetings', ''),
  ]) {
    const answer = await bbb.send(url);
    assertFailed(answer, 'checksumError');
    texts.add(answer.text);
  }
  assert.equal(texts.size, 1);
});

test('an API that is off or deleted refuses as a wrong checksum does; during an overlap two secrets are right', async () => {
  const { owner, spaceId, bbb: client } = await makeBbbGroup(lectern);
  await owner.updateBigBlueButton({ spaceId, body: { isActive: false } });
  assertFailed(await client.call('getMeetings'), 'checksumError');
  await owner.updateBigBlueButton({ spaceId, body: { isActive: true } });
  assertDone(await client.call('getMeetings'));
  assert.ok((await owner.getBigBlueButton({ spaceId })).lastRequestAt);
  const next = await owner.refreshSecretBigBlueButton({ spaceId, body: { overlapSeconds: 600 } });
  assertDone(await client.call('getMeetings'));
  assertDone(await new BbbClient(client.base, next.secret).call('getMeetings'));
  await owner.refreshSecretBigBlueButton({ spaceId });
  assertFailed(await client.call('getMeetings'), 'checksumError');
  await owner.deleteBigBlueButton({ spaceId });
  assertFailed(await new BbbClient(client.base, next.secret).call('getMeetings'), 'checksumError');
});

test('a form may have the parameters and the checksum; beside a query it is not read', async () => {
  const type = 'application/x-www-form-urlencoded';
  const post = (body: string) =>
    bbb.send(`${bbb.base}api/isMeetingRunning`, { method: 'POST', type: `${type}; charset=utf-8`, body });
  const raw = 'z=%7e&meetingID=a%20b';
  assertDone(await post(`${raw}&checksum=${bbb.hash(`isMeetingRunning${raw}`)}`));
  const sorted = 'meetingID=a+b&z=%7E';
  assertDone(await post(`${raw}&checksum=${bbb.hash(`isMeetingRunning${sorted}`, 'sha256')}`));
  assertFailed(await post(`${raw}&y=1&checksum=${bbb.hash(`isMeetingRunning${raw}`)}`), 'checksumError');
  const beside = { method: 'POST', type, body: 'meetingID=of+the+form' };
  assertFailed(await bbb.send(bbb.address('isMeetingRunning', ''), beside), 'missingParamMeetingID');
});

test('calls that do not exist or are not done here say so; other methods get 405', async () => {
  for (const call of ['enter', 'setConfigXML', 'nonsense/create', 'create/x'])
    assertFailed(await bbb.send(`${bbb.base}api/${call}`), 'unsupportedRequest');
  assertDone(await bbb.call('hooks/list'));
  assertFailed(await bbb.send(`${bbb.base}api/getRecordings`), 'checksumError');
  for (const method of ['PUT', 'DELETE', 'PATCH'])
    assert.equal((await bbb.call('create', { meetingID: 'methods' }, { method })).status, 405);
  for (const method of ['HEAD', 'POST'])
    assert.equal((await bbb.call('join', { meetingID: 'methods' }, { method })).status, 405);
});

test('XML is checked: what does not parse, and a document type, create nothing; a bare & in an attribute is read', async () => {
  const create = (meetingID: string, body: string, type = 'application/xml') =>
    bbb.call('create', { meetingID }, { method: 'POST', type, body });
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  const slides = `${head}<modules><module name="presentation"><document url='https://x.example/a?b=1&c=2'/></module></modules>`;
  for (const [index, body] of [
    '<!DOCTYPE x [<!ENTITY a "b">]><modules>&a;</modules>',
    '<!DOCTYPE modules><modules/>',
    '<modules><module></modules>',
    '<modules>&unknown;</modules>',
    '<modules/><modules/>',
    'no xml',
    '<modules a="1" a="2"/>',
  ].entries()) {
    assertFailed(await create(`malformed ${index}`, body), 'malformedXML');
    assertFailed(await bbb.call('getMeetingInfo', { meetingID: `malformed ${index}` }), 'notFound');
  }
  const made = await create('slides', slides, 'text/xml');
  assertDone(made);
  assert.equal(made.field('messageKey'), '');
  const others = `${head}<modules><module name="presentation"><document name="a.pdf">no Base64!</document><document url="http://169.254.169.254/a.pdf"/></module></modules>`;
  assert.equal((await create('others', others)).field('messageKey'), 'presentationIgnored');
  assert.equal((await create('no slides', `${head}<modules/>`)).field('messageKey'), '');
  assertFailed(await create('json', '{}', 'application/json'), 'unsupportedContentType');
  const insert = { method: 'POST', type: 'application/xml', body: slides };
  assertDone(await bbb.call('insertDocument', { meetingID: 'slides' }, insert));
  const refused = { method: 'POST', type: 'application/xml', body: others };
  assertFailed(await bbb.call('insertDocument', { meetingID: 'slides' }, refused), 'notImplemented');
  assertFailed(await bbb.call('insertDocument', { meetingID: 'none' }, insert), 'notFound');
});

test('the names of elements are read, with comments, sections and references', () => {
  const text = '<a><!-- <b/> --><c x="&amp;" y=\'1\'/>&lt;&#65;<![CDATA[<d>]]></a>';
  assert.deepEqual(namesIn(text), ['a', 'c']);
});

test('a body of more than 10 MiB gets 413, a URL of 32 KiB works', async () => {
  const body = new Uint8Array(10 * 1024 * 1024 + 1).fill(65);
  const large = await bbb.call(
    'create',
    { meetingID: 'large' },
    { method: 'POST', type: 'application/xml', body },
  );
  assert.equal(large.status, 413);
  assertDone(await bbb.call('isMeetingRunning', { meetingID: 'x', filler: 'f'.repeat(32_000) }));
});

test('the log of each level, errors and deliveries contain no secret, password, checksum or query', async () => {
  const secretParts = [group.secret, 'password-of-the-log', 'marked-in-the-query', 'checksum='];
  const parameters = {
    ...{ meetingID: 'logged', moderatorPW: 'password-of-the-log', marked: 'marked-in-the-query' },
    meta_endCallbackUrl: 'http://127.0.0.1:9/end',
    'meta_analytics-callback-url': 'http://127.0.0.1:9/analytics',
  };
  const { pool, close } = await databaseOf(lectern);
  const sums = ['create', 'join', 'end'].map(
    (call) => new URL(bbb.address(call, String(new URLSearchParams(parameters)))),
  );
  const answers = [
    await bbb.call('create', parameters),
    await bbb.call('create', parameters, { method: 'DELETE' }),
    await bbb.call('create', parameters, { method: 'POST', type: 'application/xml', body: '<a' }),
    await bbb.call('nonsense', parameters),
    await new BbbClient(bbb.base, 'other').call('create', parameters),
    await bbb.call('join', { ...parameters, fullName: 'A', role: 'VIEWER', redirect: 'false' }),
  ];
  await pool.query('ALTER TABLE bbb_meetings RENAME TO away_for_the_test');
  answers.push(await bbb.call('create', parameters));
  await pool.query('ALTER TABLE away_for_the_test RENAME TO bbb_meetings');
  await close();
  await bbb.call('end', { meetingID: 'logged', password: 'password-of-the-log' });
  const deliveries = await waitUntil(
    async () => {
      const { items } = await group.owner.listBigBlueButtonDeliveries({ spaceId: group.spaceId });
      return items.length > 0 && items;
    },
    { timeout: 20_000, message: 'the deliveries' },
  );
  const checksums = sums.map(({ searchParams }) => searchParams.get('checksum') ?? '');
  const failures = answers
    .filter((answer) => answer.field('returncode') !== 'SUCCESS')
    .map(({ text }) => text);
  for (const text of [lectern.output(), JSON.stringify(deliveries), ...failures]) {
    for (const part of [...secretParts, ...checksums]) assert.ok(!text.includes(part), part);
  }
});

test('the API of a disabled owner, and of a plan without webhooks, refuses as a wrong checksum does', async () => {
  const { spaceId, bbb: client } = await makeBbbGroup(lectern);
  const { pool, close } = await databaseOf(lectern);
  for (const [column, value] of [
    ['disabled_at', new Date()],
    ['plan', 'free'],
  ]) {
    const owner = '(SELECT owner_id FROM spaces WHERE id = $2)';
    const { rows } = await pool.query(
      `SELECT ${column} AS before FROM users WHERE id = (SELECT owner_id FROM spaces WHERE id = $1)`,
      [spaceId],
    );
    await pool.query(`UPDATE users SET ${column} = $1 WHERE id = ${owner}`, [value, spaceId]);
    assertFailed(await client.call('getMeetings'), 'checksumError');
    await pool.query(`UPDATE users SET ${column} = $1 WHERE id = ${owner}`, [rows[0]?.before, spaceId]);
    assertDone(await client.call('getMeetings'));
  }
  await close();
});
