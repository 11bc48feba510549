import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { next, openSocket, readAll, statusesIn } from '../../../testing/attacks/raw-socket.ts';
import { databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { patient } from '../../../testing/patience.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { Refusal } from '../../platform/errors.ts';
import { type BbbClient, makeBbbGroup } from '../testing/bbb-client.ts';
import { MalformedXml, readXmlElements } from '../xml/read.ts';
import { BodyTooLarge, largestBodies, readBody } from './body.ts';
import { Failed, failureIn } from './failures.ts';
import { mostParameters, readQuery, sortedForm } from './query.ts';

let lectern: InProcess;
let bbb: BbbClient;
before(async () => {
  lectern = await startInProcess();
  ({ bbb } = await makeBbbGroup(lectern));
});
after(() => lectern?.remove());

const formType = 'application/x-www-form-urlencoded';
const mebibyte = 1024 * 1024;

/** Fails if the work, which nothing interrupts, keeps all other requests waiting for long. */
function quickly(work: () => unknown): void {
  const began = performance.now();
  work();
  const took = performance.now() - began;
  assert.ok(took < patient(500), `${Math.round(took)} ms`);
}

const namesIn = (text: string) => readXmlElements(text).map(({ name }) => name);

test('a million parameters are not decoded, in a query and in an unsigned form', async () => {
  for (const raw of ['&'.repeat(10 * mebibyte), 'a=%41&'.repeat(mebibyte)]) {
    quickly(() => assert.equal(readQuery(raw).checksum, undefined));
    quickly(() => assert.equal(sortedForm(raw), ''));
  }
  const post = (body: string) =>
    bbb.send(`${bbb.base}api/getMeetings`, { method: 'POST', type: formType, body });
  assert.equal((await post('&'.repeat(200_000))).field('messageKey'), 'checksumError');
  assert.equal((await post('&'.repeat(300_000))).status, 413);
  const most = 'a=1&'.repeat(mostParameters - 1).slice(0, -1);
  assert.equal((await bbb.send(bbb.address('getMeetings', most))).field('returncode'), 'SUCCESS');
  assert.equal(
    (await bbb.send(bbb.address('getMeetings', `${most}&a=1`))).field('messageKey'),
    'checksumError',
  );
});

test('hostile XML is refused in little time: long names, blanks and values, many tags, entity bombs', () => {
  const long = 10 * mebibyte;
  for (const text of [
    `<${'a'.repeat(long)}/>`,
    `<a${' '.repeat(long)}/>`,
    `<a ${'b'.repeat(long)}="1"/>`,
    `<a b="${'1'.repeat(long)}`,
    `<a>${'<b/>'.repeat(long / 4)}</a>`,
    `<a ${'b="1" '.repeat(long / 6)}/>`,
    `<a>${'<!---->'.repeat(long / 7)}</a>`,
    '<a>'.repeat(long / 3),
    `</${'a'.repeat(long)}>`,
    `<a>${'&amp;'.repeat(long / 5)}&b;</a>`,
    `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1000)}"><!ENTITY d "${'&b;'.repeat(1000)}">]><a>&d;</a>`,
    '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
    '<!ENTITY % x SYSTEM "http://127.0.0.1/"><a/>',
  ])
    quickly(() => assert.throws(() => readXmlElements(text), MalformedXml));
  quickly(() => assert.deepEqual(namesIn(`<a b="${'1'.repeat(long)}"/>`), ['a']));
  quickly(() => assert.deepEqual(namesIn(`<a>${'&amp;'.repeat(long / 5)}</a>`), ['a']));
});

/** Sends a body of 100 MB until the response arrives. @returns its status */
async function sendHuge(path: string, type: string): Promise<number | undefined> {
  const socket = await openSocket(lectern.url);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  const head = ['Host: localhost', `Content-Type: ${type}`, 'Transfer-Encoding: chunked', '\r\n'];
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}`);
  const piece = Buffer.alloc(mebibyte, '&');
  for (let sent = 0; sent < 100 && socket.writable && received === ''; sent += 1) {
    socket.write(`${piece.length.toString(16)}\r\n`);
    socket.write(piece);
    if (!socket.write('\r\n')) await next(socket, 'drain');
  }
  await waitUntil(() => received !== '', { timeout: 10_000, message: 'the response' });
  socket.destroy();
  return statusesIn(received)[0];
}

test('a body of 100 MB is refused, also if its length is not stated', async () => {
  const signed = new URL(bbb.address('create', 'meetingID=huge'));
  assert.equal(await sendHuge(`${signed.pathname}${signed.search}`, 'application/xml'), 413);
  assert.equal(await sendHuge(new URL(`${bbb.base}api/create`).pathname, formType), 413);
  assert.equal((await bbb.call('getMeetingInfo', { meetingID: 'huge' })).field('messageKey'), 'notFound');
});

test('of a body that is too large nothing is read beyond the limit', async () => {
  let read = 0;
  const iterator = async function* () {
    while (true) {
      read += mebibyte;
      yield Buffer.alloc(mebibyte);
    }
  };
  const request = { headers: {}, raw: { iterator } } as unknown as FastifyRequest;
  await assert.rejects(readBody(request, largestBodies.other), BodyTooLarge);
  assert.equal(read, largestBodies.other + mebibyte);
  const stated = { headers: { 'content-length': '100000000' }, raw: {} } as unknown as FastifyRequest;
  await assert.rejects(readBody(stated, largestBodies.other), BodyTooLarge);
});

interface AtServer {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The next request for this path, as the server of this process has it. */
const requestAtServer = (path: string): Promise<AtServer> =>
  new Promise((resolve) => {
    const channel = 'http.server.request.start';
    const see = (message: unknown) => {
      const seen = message as AtServer;
      if (seen.request.url !== path) return;
      unsubscribe(channel, see);
      resolve(seen);
    };
    subscribe(channel, see);
  });

test('a client that disconnects during its body is no failure of the server', async () => {
  const { pathname, search } = new URL(bbb.address('create', 'meetingID=gone'));
  const socket = await openSocket(lectern.url);
  const arriving = requestAtServer(`${pathname}${search}`);
  const head = ['Host: localhost', 'Content-Type: application/xml', 'Content-Length: 1000', '\r\n'];
  socket.write(`POST ${pathname}${search} HTTP/1.1\r\n${head.join('\r\n')}<modules>`);
  const { request, response } = await arriving;
  await waitUntil(() => request.readableDidRead, { timeout: 10_000, message: 'the server to read the body' });
  socket.destroy();
  await waitUntil(() => request.aborted && response.writableEnded, {
    timeout: 10_000,
    message: 'the server to be done with the request',
  });
  assert.equal((await bbb.call('getMeetingInfo', { meetingID: 'gone' })).field('messageKey'), 'notFound');
  assert.ok(response.statusCode < 500, String(response.statusCode));
  assert.doesNotMatch(lectern.output(), /a request failed/);
});

test('HEAD does nothing that GET would change, and reads what GET reads', async () => {
  const meetingID = 'head';
  assert.equal((await bbb.call('create', { meetingID }, { method: 'HEAD' })).status, 405);
  assert.equal((await bbb.call('getMeetingInfo', { meetingID })).field('messageKey'), 'notFound');
  await bbb.call('create', { meetingID });
  for (const call of [
    'end',
    'join',
    'insertDocument',
    'sendChatMessage',
    'publishRecordings',
    'updateRecordings',
    'deleteRecordings',
    'putRecordingTextTrack',
  ]) {
    const answer = await bbb.call(call, { meetingID, recordID: 'x' }, { method: 'HEAD' });
    assert.equal(answer.status, 405, call);
    assert.doesNotMatch(answer.headers.get('allow') ?? '', /HEAD/);
  }
  assert.equal((await bbb.call('getMeetingInfo', { meetingID })).field('returncode'), 'SUCCESS');
  for (const call of ['isMeetingRunning', 'getMeetings', 'getMeetingInfo', 'getRecordings']) {
    const answer = await bbb.call(call, { meetingID }, { method: 'HEAD' });
    assert.deepEqual([answer.status, answer.text], [200, ''], call);
  }
  assert.equal((await bbb.send(`${bbb.base}api`, { method: 'HEAD' })).status, 200);
  await bbb.call('end', { meetingID });
});

test('of duplicates the first counts, also if it is empty, which means not given', async () => {
  const keyOf = async (query: string) =>
    (await bbb.send(bbb.address('getMeetingInfo', query))).field('messageKey');
  assert.equal(await keyOf('meetingID=&meetingID=x'), 'missingParamMeetingID');
  assert.equal(await keyOf('meetingID=x&meetingID='), 'notFound');
  assert.equal(sortedForm('b=&a=2&b=1&a=3'), 'a=2&b=');
  assert.deepEqual(readQuery('b=&a=2&b=1&a=3').emptied, ['b']);
});

test('bytes and signs that no client should send are read as texts, or refused', async () => {
  const nameOf = async (query: string) => {
    const made = await bbb.send(bbb.address('create', query));
    assert.equal(made.field('returncode'), 'SUCCESS', made.text);
    const meetingID = made.field('meetingID') ?? '';
    const info = await bbb.call('getMeetingInfo', { meetingID });
    await bbb.call('end', { meetingID });
    return info.field('meetingName');
  };
  assert.equal(await nameOf('meetingID=signs1&name=a%zz%'), 'a%zz%');
  assert.equal(await nameOf('meetingID=signs2&name=a%00b%0A%7F'), 'ab');
  assert.equal(await nameOf('meetingID=signs3&name=%C3'), '\uFFFD');
  assert.equal(await nameOf('meetingID=signs4&name=a%EF%BF%BEb'), 'ab');
  assert.equal(await nameOf('meetingID=signs5&name=%F0%9F%98'), '\uFFFD');
  const { pathname } = new URL(`${bbb.base}api/create`);
  const raw = Buffer.from('meetingID=signs6&name=\xe4', 'latin1');
  const sum = bbb.hash(`create${raw.toString('latin1')}`);
  const socket = await openSocket(lectern.url);
  socket.write(
    Buffer.concat([Buffer.from(`GET ${pathname}?`), raw, Buffer.from(`&checksum=${sum} HTTP/1.1\r\n`)]),
  );
  socket.write('Host: localhost\r\nConnection: close\r\n\r\n');
  const text = await readAll(socket);
  assert.ok(statusesIn(text)[0] === 400 || text.includes('<returncode>'), text);
});

test('names of custom data and metadata change nothing but themselves', async () => {
  const meetingID = 'names';
  const named = { meetingID, meta___proto__: 'x', meta_constructor: 'y', meta_toString: 'z' };
  await bbb.call('create', named);
  const info = await bbb.call('getMeetingInfo', { meetingID });
  assert.equal(info.field('metadata'), '<tostring>z</tostring><constructor>y</constructor>');
  const join = { meetingID, fullName: 'A', role: 'VIEWER', redirect: 'false' };
  const joined = await bbb.call('join', { ...join, 'userdata-__proto__': 'x', 'userdata-constructor': 'y' });
  assert.equal(joined.field('returncode'), 'SUCCESS');
  const { db, close } = await databaseOf(lectern);
  const [stored] = await db.selectFrom('bbb_joins').select('custom_data').execute();
  await close();
  assert.equal(JSON.stringify(stored?.custom_data), '{"__proto__":"x","constructor":"y"}');
  await bbb.call('end', { meetingID });
});

test('a URL of 33 KiB is answered, one of 60 KiB is refused', async () => {
  const filler = (length: number) => ({ meetingID: 'x', filler: 'f'.repeat(length) });
  assert.equal((await bbb.call('isMeetingRunning', filler(33_000))).field('returncode'), 'SUCCESS');
  assert.ok([400, 431].includes((await bbb.call('isMeetingRunning', filler(60_000))).status));
});

test('a refusal of an operation is a failure of the call; what the server cannot do now is 503', async () => {
  assert.equal(failureIn(new Refusal('not_found'))?.key, 'notFound');
  assert.equal(failureIn(new Refusal('room_closed'))?.key, 'refused');
  assert.equal(failureIn(new Failed('notFound'))?.key, 'notFound');
  assert.equal(failureIn(new Refusal('database_away')), undefined);
  assert.equal(failureIn(new Error('a bug')), undefined);
  const { pool, close } = await databaseOf(lectern);
  await pool.query('ALTER TABLE bbb_meetings RENAME TO away_for_the_test');
  const answer = await bbb.call('getMeetings');
  await pool.query('ALTER TABLE away_for_the_test RENAME TO bbb_meetings');
  await close();
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('content-type'), 'text/xml;charset=utf-8');
  assert.ok(Number(answer.headers.get('retry-after')) > 0);
  assert.equal(answer.field('returncode'), 'FAILED');
  assert.doesNotMatch(answer.text, /bbb_meetings/);
});
