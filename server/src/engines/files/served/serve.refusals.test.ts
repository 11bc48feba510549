import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { waitUntil } from '../../../../testing/wait.ts';
import { Keyring } from '../../../platform/crypto.ts';
import { FolderStore } from '../folder.ts';
import { type ServedFolder, serveFolder } from '../testing/served.ts';

const key = 'records/one/video.mp4';
let served: ServedFolder;
let address: string;

const optionsFor = (seconds = 60) => ({
  name: 'Урок 1.mp4',
  contentType: 'video/mp4',
  disposition: 'attachment' as const,
  until: new Date(Date.now() + seconds * 1000),
});

before(async () => {
  served = await serveFolder();
  const path = join(served.outside, 'made.mp4');
  writeFileSync(path, 'the bytes');
  await served.store.put(key, path, { contentType: 'video/mp4' });
  address = await served.store.addressOf(key, optionsFor());
});
after(() => served?.remove());

const statuses: Record<string, number> = { file_link_invalid: 403, not_found: 404, method_not_allowed: 405 };

async function refused(url: string, code: string, method = 'GET'): Promise<Response> {
  const answer = await fetch(url, { method });
  assert.equal(answer.status, statuses[code], url);
  if (method !== 'HEAD') {
    const found = (await answer.json()) as { code: string; message: string };
    assert.equal(found.code, code);
    assert.ok(found.message.length > 0);
  }
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return answer;
}

/** Sends the path unchanged, since fetch would normalize it. */
async function statusOfRaw(path: string): Promise<number> {
  const socket = connect(Number(served.url.port), served.url.hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1]);
}

test('a change of any character of the URL is refused', async () => {
  const { pathname } = new URL(address);
  const other = (letter: string) => (letter === 'A' ? 'B' : 'A');
  for (let at = '/files/'.length; at < pathname.length; at += 1) {
    const changed = pathname.slice(0, at) + other(pathname[at] ?? '') + pathname.slice(at + 1);
    assert.equal(await statusOfRaw(changed), 403, `${pathname}\n${changed}`);
  }
  for (let at = '/files/'.length + 1; at < pathname.length; at += 1) {
    const status = await statusOfRaw(pathname.slice(0, at));
    assert.equal(status, 403, pathname.slice(0, at));
  }
});

test('another name, a longer path and a query get 403 with the usual error body', async () => {
  for (const more of ['x', '/', '/x', '?x=1', '?']) await refused(`${address}${more}`, 'file_link_invalid');
  await refused(address.replace(/[^/]*$/, 'other.mp4'), 'file_link_invalid');
  await refused(`${served.url.origin}/files/${key}`, 'file_link_invalid');
  await refused(`${address}x`, 'file_link_invalid', 'HEAD');
  for (const name of ['%', '%ff', '%00', '..%2f', `${'a'.repeat(10_000)}`]) {
    assert.equal(await statusOfRaw(new URL(address).pathname.replace(/[^/]*$/, name)), 403, name);
  }
});

test('another percent-encoding of the same name is accepted, since proxies rewrite it', async () => {
  const { pathname } = new URL(address);
  assert.equal(await statusOfRaw(pathname.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())), 200);
});

test('a URL stops working when it expires', async () => {
  assert.equal((await fetch(await served.store.addressOf(key, optionsFor()))).status, 200);
  const until = new Date(Date.now() + 1500);
  const soon = await served.store.addressOf(key, { ...optionsFor(), until });
  await waitUntil(async () => (await fetch(soon)).status !== 200, { timeout: 30_000, message: 'expiry' });
  assert.ok(Date.now() >= until.getTime(), 'it expired too early');
  await refused(soon, 'file_link_invalid');
});

test('a removed file and a folder get 404', async () => {
  await refused(await served.store.addressOf('records/none.mp4', optionsFor()), 'not_found');
  await refused(await served.store.addressOf('records/one', optionsFor()), 'not_found');
  await refused(await served.store.addressOf(`${key}/deeper`, optionsFor()), 'not_found');
});

test('a file that its owner deleted gets 404 even while the storage has it', async () => {
  const path = join(served.outside, 'deleted.mp4');
  writeFileSync(path, 'the bytes');
  const deletedKey = 'records/deleted/video.mp4';
  await served.store.put(deletedKey, path, { contentType: 'video/mp4' });
  const url = await served.store.linkOf(deletedKey, optionsFor());
  assert.equal((await fetch(url)).status, 200);
  served.deleted.add(deletedKey);
  for (const method of ['GET', 'HEAD']) await refused(url, 'not_found', method);
  const inPart = await fetch(url, { headers: { range: 'bytes=0-3' } });
  assert.equal(inPart.status, 404);
});

test('other methods get 405, or 403 with an invalid URL', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await refused(address, 'method_not_allowed', method);
    assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    await refused(`${address}x`, 'file_link_invalid', method);
  }
});

test('URLs signed with an older key of the ring stay valid, and those of another installation are not', async () => {
  const of = (keys: string[]) =>
    new FolderStore({ folder: served.folder, url: served.url, keyring: new Keyring(keys) }).addressOf(
      key,
      optionsFor(),
    );
  const old = 'the key of files that are under test';
  assert.equal((await fetch(await of([old, 'another key of 32 characters or more']))).status, 200);
  await refused(await of(['another key of 32 characters or more', old]), 'file_link_invalid');
});

test('no log line holds a signed URL, whatever is requested and whatever fails', async () => {
  const written: string[] = [];
  const loud = await serveFolder(pino({ level: 'trace' }, { write: (line) => written.push(line) }));
  try {
    const path = join(loud.outside, 'made');
    writeFileSync(path, Buffer.alloc(50_000_000));
    await loud.store.put(key, path, { contentType: 'video/mp4' });
    const there = await loud.store.addressOf(key, optionsFor());
    await fetch(there).then((answer) => answer.arrayBuffer());
    await fetch(`${there}x`).then((answer) => answer.text());
    await fetch(there).then((answer) => answer.body?.cancel());
    const cut = await fetch(there);
    truncateSync(path, 10);
    await assert.rejects(cut.arrayBuffer());
    await loud.store.remove([key]);
    await fetch(there).then((answer) => answer.text());
    assert.ok(written.length > 3);
    for (const part of new URL(there).pathname.slice('/files/'.length).split(/[./]/)) {
      assert.ok(!written.join('').includes(part), part);
    }
  } finally {
    await loud.remove();
  }
});
