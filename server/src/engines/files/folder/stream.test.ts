import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { waitUntil } from '../../../../testing/wait.ts';
import { type ServedFolder, serveFolder } from '../testing/served.ts';

const size = 2_000_000_000;
const mebibyte = 1024 * 1024;
const key = 'records/long/video.mp4';

let served: ServedFolder;
let address: string;

before(async () => {
  served = await serveFolder();
  const path = join(served.outside, 'long.mp4');
  writeFileSync(path, '');
  // A sparse file, which takes no room on the disk.
  truncateSync(path, size);
  await served.store.put(key, path, { contentType: 'video/mp4' });
  address = await served.store.addressOf(key, {
    name: 'Long.mp4',
    contentType: 'video/mp4',
    disposition: 'attachment',
    until: new Date(Date.now() + 3_600_000),
  });
});
after(() => served?.remove());

/** How many handles of the stored file this process has open. */
const openCount = (): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === served.store.pathOf(key);
    } catch {
      return false;
    }
  }).length;

const allClosed = () =>
  waitUntil(() => openCount() === 0, { timeout: 30_000, message: () => `${openCount()} files to close` });

/** Downloads the file in another process, whose memory does not count. */
const loader = (headers: string) => `
  let bytes = 0;
  const answer = await fetch(${JSON.stringify(address)}, { headers: ${headers} });
  for await (const chunk of answer.body) bytes += chunk.length;
  process.stdout.write(String(bytes));
`;

async function loadElsewhere(headers = '{}'): Promise<{ bytes: number; peak: number }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', loader(headers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  await new Promise((done) => child.once('close', done));
  clearInterval(timer);
  return { bytes: Number(said), peak };
}

test('memory stays flat while 2 GB are streamed', async () => {
  await loadElsewhere(`{ range: 'bytes=0-99999999' }`);
  const before = process.memoryUsage.rss();
  const { bytes, peak } = await loadElsewhere();
  assert.equal(bytes, size);
  assert.ok(peak - before < 100 * mebibyte, `${Math.round((peak - before) / mebibyte)} MiB more`);
  await allClosed();
});

test('memory stays flat while several ranges are streamed', async () => {
  const before = process.memoryUsage.rss();
  const { bytes, peak } = await loadElsewhere(`{ range: 'bytes=0-499999999,600000000-999999999' }`);
  assert.ok(bytes > 900_000_000 && bytes < 900_001_000);
  assert.ok(peak - before < 100 * mebibyte, `${Math.round((peak - before) / mebibyte)} MiB more`);
  await allClosed();
});

const request = (headers = '') => `GET ${new URL(address).pathname} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;

test('a slow reader stops the reading, and a reader that disconnects ends it', async () => {
  const before = process.memoryUsage.rss();
  const kinds = ['', 'range: bytes=5-\r\n', 'range: bytes=0-900000000,1000000000-1900000000\r\n'];
  const sockets = Array.from({ length: 60 }, (_, index) => {
    const socket = connect(Number(served.url.port), served.url.hostname);
    socket.pause();
    socket.write(request(kinds[index % kinds.length]));
    return socket;
  });
  await waitUntil(() => openCount() === sockets.length, { timeout: 60_000, message: 'all files to be open' });
  const held = process.memoryUsage.rss() - before;
  assert.ok(held < 200 * mebibyte, `${Math.round(held / mebibyte)} MiB for 60 slow readers`);
  for (const socket of sockets) socket.destroy();
  await allClosed();
});

test('readers that disconnect at once leave no open file', async () => {
  for (let round = 0; round < 200; round += 1) {
    const socket = connect(Number(served.url.port), served.url.hostname);
    socket.on('error', () => undefined);
    socket.write(request(round % 2 ? 'range: bytes=0-9,100-199\r\n' : ''));
    if (round % 3 > 0) await new Promise((done) => setTimeout(done, round % 5));
    socket.destroy();
  }
  await allClosed();
});

test('a download is cut when its file is deleted; others continue', async () => {
  const otherKey = 'records/other/video.mp4';
  const path = join(served.outside, 'other.mp4');
  writeFileSync(path, '');
  truncateSync(path, size);
  await served.store.put(otherKey, path, { contentType: 'video/mp4' });
  const until = new Date(Date.now() + 3_600_000);
  const options = { name: 'Other.mp4', contentType: 'video/mp4', disposition: 'attachment', until } as const;
  const other = await fetch(await served.store.linkOf(otherKey, options));
  const cut = await fetch(address);
  const readers = [cut, other].map((answer) => answer.body?.getReader());
  for (const reader of readers) assert.ok(((await reader?.read())?.value?.length ?? 0) > 0);
  served.deleted.add(key);
  const readToEnd = async () => {
    for (;;) {
      const part = await readers[0]?.read();
      if (part?.done !== false) return;
    }
  };
  await assert.rejects(readToEnd(), 'a cut download must not look complete');
  served.deleted.delete(key);
  await allClosed();
  assert.ok(((await readers[1]?.read())?.value?.length ?? 0) > 0);
  await readers[1]?.cancel();
});

test('HEAD, 304, 412 and 416 leave no open file', async () => {
  await fetch(address, { method: 'HEAD' });
  const { headers } = await fetch(address, { method: 'HEAD' });
  const kinds: Record<string, string>[] = [
    { 'if-none-match': headers.get('etag') ?? '' },
    { 'if-match': '"x"' },
    { range: `bytes=${size}-` },
  ];
  for (const more of kinds) await fetch(address, { headers: more }).then((answer) => answer.text());
  await allClosed();
});
