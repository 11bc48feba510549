import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type ServedFolder, serveFolder } from '../testing/served.ts';

const size = 10_000;
const body = Buffer.from(Array.from({ length: size }, (_, index) => index % 251));
const key = 'records/one/video.mp4';

let served: ServedFolder;
let address: string;

const addressFor = (
  options: { name?: string; disposition?: 'inline'; seconds?: number; key?: string } = {},
) =>
  served.store.addressOf(options.key ?? key, {
    name: options.name ?? 'Lesson 1.mp4',
    contentType: 'video/mp4',
    disposition: options.disposition ?? 'attachment',
    until: new Date(Date.now() + (options.seconds ?? 60) * 1000),
  });

before(async () => {
  served = await serveFolder();
  const path = join(served.outside, 'made.mp4');
  writeFileSync(path, body);
  await served.store.put(key, path, { contentType: 'video/mp4' });
  address = await addressFor();
});
after(() => served?.remove());

const get = (headers: Record<string, string> = {}, url = address, method = 'GET') =>
  fetch(url, { headers: { 'accept-encoding': 'identity', ...headers }, method });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test('the whole file has all headers that players and downloads need', async () => {
  const answer = await get();
  assert.equal(answer.status, 200);
  assert.deepEqual(await bytesOf(answer), body);
  const header = (name: string) => answer.headers.get(name);
  assert.equal(header('content-length'), String(size));
  assert.equal(header('content-type'), 'video/mp4');
  assert.equal(header('accept-ranges'), 'bytes');
  assert.match(header('etag') ?? '', /^"[a-z0-9-]+"$/, 'a strong ETag');
  assert.ok(Date.parse(header('last-modified') ?? '') <= Date.now());
  assert.match(header('cache-control') ?? '', /^private, max-age=\d+$/);
  assert.equal(header('cross-origin-resource-policy'), 'cross-origin');
  assert.match(header('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
  assert.equal(header('x-content-type-options'), 'nosniff');
  assert.equal(
    header('content-disposition'),
    `attachment; filename="Lesson 1.mp4"; filename*=UTF-8''Lesson%201.mp4`,
  );
});

test('HEAD returns the headers of the whole file and no body, also with a range', async () => {
  const whole = await get();
  await whole.arrayBuffer();
  const head = await get({ range: 'bytes=0-9' }, address, 'HEAD');
  assert.equal(head.status, 200);
  assert.equal((await bytesOf(head)).length, 0);
  for (const name of ['content-length', 'etag', 'content-type', 'content-disposition', 'accept-ranges']) {
    assert.equal(head.headers.get(name), whole.headers.get(name), name);
  }
});

const ranges: [string, number, number][] = [
  ['bytes=0-0', 0, 0],
  ['bytes=100-199', 100, 199],
  ['bytes=9990-', 9990, 9999],
  ['bytes=-5', 9995, 9999],
  ['bytes=-20000', 0, 9999],
  ['bytes=9000-99999999999', 9000, 9999],
  ['Bytes = 5-6', 5, 6],
];
for (const [range, first, last] of ranges) {
  test(`the range "${range}" is bytes ${first} to ${last}`, async () => {
    const answer = await get({ range });
    assert.equal(answer.status, 206);
    assert.equal(answer.headers.get('content-range'), `bytes ${first}-${last}/${size}`);
    assert.equal(answer.headers.get('content-length'), String(last - first + 1));
    assert.deepEqual(await bytesOf(answer), body.subarray(first, last + 1));
  });
}

for (const range of ['bytes=10000-', 'bytes=-0', 'bytes=20000-30000', 'bytes=10000-,-0']) {
  test(`the range "${range}" cannot be satisfied`, async () => {
    const answer = await get({ range });
    assert.equal(answer.status, 416);
    assert.equal(answer.headers.get('content-range'), `bytes */${size}`);
    assert.equal(((await answer.json()) as { code: string }).code, 'range_not_satisfiable');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });
}

for (const range of ['bytes=', 'bytes=a-b', 'bytes=9-1', 'seconds=0-1', 'bytes=--1', 'bytes=1-2,x']) {
  test(`the range "${range}" is ignored and the whole file is sent`, async () => {
    const answer = await get({ range });
    assert.equal(answer.status, 200);
    assert.deepEqual(await bytesOf(answer), body);
  });
}

/** The parts of a multipart body, as header and bytes. */
function partsIn(answer: Response, bytes: Buffer): [string | undefined, Buffer][] {
  const boundary = /^multipart\/byteranges; boundary=(\S+)$/.exec(
    answer.headers.get('content-type') ?? '',
  )?.[1];
  assert.ok(boundary);
  const [start, ...parts] = bytes.toString('latin1').split(`\r\n--${boundary}`);
  assert.equal(start, '');
  assert.equal(parts.pop(), '--\r\n');
  return parts.map((part) => {
    const [head = '', media = ''] = part.split('\r\n\r\n');
    assert.match(head, /content-type: video\/mp4/);
    return [/content-range: (.*)$/m.exec(head)?.[1]?.trim(), Buffer.from(media, 'latin1')];
  });
}

test('several ranges come as several parts, touching ones merged', async () => {
  const answer = await get({ range: 'bytes=500-509, 0-9, -10, 5-20,30000-' });
  assert.equal(answer.status, 206);
  const bytes = await bytesOf(answer);
  assert.equal(answer.headers.get('content-length'), String(bytes.length));
  assert.deepEqual(partsIn(answer, bytes), [
    [`bytes 500-509/${size}`, body.subarray(500, 510)],
    [`bytes 9990-9999/${size}`, body.subarray(9990)],
    [`bytes 0-20/${size}`, body.subarray(0, 21)],
  ]);
});

test('too many ranges are ignored', async () => {
  const many = Array.from({ length: 25 }, (_, index) => `${index * 100}-${index * 100}`).join(',');
  assert.equal((await get({ range: `bytes=${many}` })).status, 200);
  const overlapping = Array.from({ length: 150 }, () => '0-').join(',');
  const answer = await get({ range: `bytes=${overlapping}` });
  assert.equal(answer.headers.get('content-length'), String(size));
});

test('a download resumes on the same file, and begins again on a changed one', async () => {
  const whole = await get();
  await whole.arrayBuffer();
  const etag = whole.headers.get('etag') ?? '';
  const modified = whole.headers.get('last-modified') ?? '';
  const range = 'bytes=9000-';
  const status = async (headers: Record<string, string>) => (await get({ range, ...headers })).status;
  assert.equal(await status({ 'if-range': etag }), 206);
  assert.equal(await status({ 'if-range': modified }), 206);
  assert.equal(await status({ 'if-match': etag }), 206);
  assert.equal(await status({ 'if-unmodified-since': modified }), 206);
  assert.equal(await status({ 'if-range': '"another"' }), 200);
  assert.equal(await status({ 'if-range': `W/${etag}` }), 200);
  assert.equal(await status({ 'if-range': new Date(0).toUTCString() }), 200);
  assert.equal(await status({ 'if-match': '"another"' }), 412);
  assert.equal(await status({ 'if-unmodified-since': new Date(0).toUTCString() }), 412);
  assert.equal((await get({ 'if-none-match': etag })).status, 304);
  assert.equal((await get({ 'if-none-match': `"x", W/${etag}` })).status, 304);
  assert.equal((await get({ 'if-none-match': '"x"' })).status, 200);
  assert.equal((await get({ 'if-modified-since': modified })).status, 304);

  const path = join(served.outside, 'second.mp4');
  writeFileSync(path, Buffer.alloc(size, 1));
  utimesSync(path, new Date(), new Date(Date.now() - 5000));
  const own = { key: 'records/changing/video.mp4' };
  await served.store.put(own.key, join(served.outside, 'made.mp4'), { contentType: 'video/mp4' });
  const there = await addressFor(own);
  const before = await get({ range: 'bytes=0-99' }, there);
  await before.arrayBuffer();
  await served.store.put(own.key, path, { contentType: 'video/mp4' });
  const later = await get({ range, 'if-range': before.headers.get('etag') ?? '' }, there);
  assert.equal(later.status, 200);
  assert.deepEqual(await bytesOf(later), Buffer.alloc(size, 1));
});

const names: [string, string][] = [
  ['Урок 1: «Дроби».mp4', `attachment; filename="_ 1 _.mp4"; filename*=UTF-8''`],
  ['Урок.mp4', `attachment; filename="file.mp4"; filename*=UTF-8''`],
  ['مرحبا 👩‍🏫.mp4', `attachment; filename="file.mp4"; filename*=UTF-8''`],
  ['Café "au lait"; x*y\\z.mp4', `attachment; filename="Cafe au lait ; x y z.mp4"; filename*=UTF-8''`],
  ["100% (one) 'two'.mp4", `attachment; filename="100_ (one) 'two'.mp4"; filename*=UTF-8''`],
];
for (const [name, expected] of names) {
  test(`the name ${name} is sent in UTF-8 and in ASCII`, async () => {
    const answer = await get({}, await addressFor({ name }));
    assert.equal(answer.status, 200);
    await answer.arrayBuffer();
    const header = answer.headers.get('content-disposition') ?? '';
    assert.ok(header.startsWith(expected), header);
    const encoded = header.split("UTF-8''")[1] ?? '';
    assert.match(encoded, /^[\w.~!#$&+^`|%-]+$/, 'only characters that RFC 5987 allows');
    assert.equal(decodeURIComponent(encoded).replaceAll(' ', ''), name.replaceAll(/[\s":*\\]/g, ''));
  });
}

for (const name of [
  '..',
  '.',
  '',
  '../../etc/passwd',
  'a\r\nset-cookie: b=c',
  '\ud800',
  `${'я'.repeat(5000)}.mp4`,
]) {
  test(`the name ${JSON.stringify(name).slice(0, 40)} becomes one that every system accepts`, async () => {
    const there = await addressFor({ name });
    assert.ok(there.length < 3000);
    const answer = await get({}, there);
    assert.equal(answer.status, 200);
    await answer.arrayBuffer();
    assert.equal(answer.headers.get('set-cookie'), null);
    const saved = decodeURIComponent(answer.headers.get('content-disposition')?.split("UTF-8''")[1] ?? '');
    assert.match(saved, /^[^./\\\r\n][^/\\\r\n]*$/u);
    if (name.endsWith('.mp4')) assert.match(saved, /\.mp4$/);
  });
}

test('a file for a page is sent inline', async () => {
  const answer = await get({}, await addressFor({ disposition: 'inline' }));
  await answer.arrayBuffer();
  assert.match(answer.headers.get('content-disposition') ?? '', /^inline; /);
});

test('an empty file is served', async () => {
  const path = join(served.outside, 'empty');
  writeFileSync(path, '');
  await served.store.put('records/empty', path, { contentType: 'text/plain' });
  const there = await addressFor({ key: 'records/empty' });
  const answer = await get({}, there);
  assert.equal(answer.status, 200);
  assert.equal((await bytesOf(answer)).length, 0);
  assert.equal((await get({ range: 'bytes=0-' }, there)).status, 416);
});
