import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { withoutStorage } from '../../../../testing/engines/object-storage.ts';
import { runningWith } from '../../../../testing/processes/processes.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import { type S3Stage, s3Stage } from '../testing/contract-stages.ts';

const mebibyte = 1024 * 1024;
/** More bytes than all buffers on the way hold. */
const size = 64 * mebibyte;
const key = 'records/long/video.mp4';
const video = { contentType: 'video/mp4' };
const bytes = Buffer.from(Uint32Array.from({ length: size / 4 }, (_, index) => index).buffer);

suite('a link to a file in S3', { skip: withoutStorage() }, () => {
  let stage: S3Stage;
  let link: URL;
  const keep = async (content: Buffer) => {
    const path = join(stage.outside, 'made');
    writeFileSync(path, content);
    await stage.store.put(key, path, video);
  };

  before(async () => {
    stage = await s3Stage();
    await keep(bytes);
    const until = new Date(Date.now() + 3_600_000);
    link = new URL(
      await stage.store.linkOf(key, { ...video, name: 'Long.mp4', disposition: 'attachment', until }),
    );
  });
  after(() => stage?.remove());

  /** How many responses with the file the storage has open. */
  const sendings = (): number => {
    const [storage] = runningWith(dirname(dirname(stage.storage.folder)));
    const folder = `/proc/${storage?.pid}/fd`;
    return readdirSync(folder).filter((name) => {
      try {
        return readlinkSync(join(folder, name)) === join(stage.storage.folder, key);
      } catch {
        return false;
      }
    }).length;
  };
  const allEnded = () =>
    waitUntil(() => sendings() === 0, { timeout: 30_000, message: () => `${sendings()} responses to end` });

  /** A client that reads only when told to. */
  const asking = (): Socket => {
    const socket = connect(Number(link.port), link.hostname);
    socket.pause();
    socket.write(`GET ${link.pathname} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    return socket;
  };
  /** Everything until the connection ends. */
  const contentOf = async (socket: Socket): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    const all = Buffer.concat(chunks);
    return all.subarray(all.indexOf('\r\n\r\n') + 4);
  };
  /** Bytes from the storage in the kernel's buffers that our server has not read. */
  const untaken = (): number => {
    const port = Number(new URL(stage.storage.settings.S3_ENDPOINT).port).toString(16).toUpperCase();
    const ofOurs = new RegExp(`^ *\\d+: \\S+ \\S+:${port.padStart(4, '0')} 01 \\S+:(\\S+)`, 'gm');
    const queues = [...readFileSync('/proc/net/tcp', 'utf8').matchAll(ofOurs)];
    return queues.reduce((sum, [, queue = '']) => sum + Number.parseInt(queue, 16), 0);
  };
  /** A client that reads nothing after the first bytes, once all buffers are full and the storage waits. */
  const waiting = async (): Promise<Socket> => {
    const socket = asking();
    await once(socket, 'readable', { signal: AbortSignal.timeout(30_000) });
    let before = 0;
    const rests = () => {
      const last = before;
      before = untaken();
      return before > 0 && before === last;
    };
    await waitUntil(rests, { timeout: 30_000, message: () => `${before} bytes to fill the buffers` });
    assert.equal(sendings(), 1);
    return socket;
  };

  test('a slow reader stops the reading, whatever their number, and one that disconnects ends it', async () => {
    const before = process.memoryUsage.rss();
    const sockets = Array.from({ length: 60 }, asking);
    const message = () => `all to be sent, not ${sendings()}`;
    await waitUntil(() => sendings() === sockets.length, { timeout: 60_000, message });
    const held = process.memoryUsage.rss() - before;
    assert.ok(held < 200 * mebibyte, `${Math.round(held / mebibyte)} MiB for 60 slow readers`);
    // Other requests do not wait for the slow readers.
    assert.deepEqual(await stage.store.stat(key), { bytes: size });
    for (const socket of sockets) socket.destroy();
    await allEnded();
  });

  test('HEAD and responses without the file leave no open response', async () => {
    const { headers } = await fetch(link, { method: 'HEAD' });
    const kinds: Record<string, string>[] = [
      { 'if-none-match': headers.get('etag') ?? '' },
      { range: `bytes=${size}-` },
    ];
    for (const more of kinds) {
      await fetch(link, { headers: more }).then((answer) => answer.text());
    }
    for (let round = 0; round < 50; round += 1) asking().destroy();
    await allEnded();
  });

  test('a download continues after a restart of the storage', async () => {
    const socket = await waiting();
    await stage.storage.kill();
    await stage.storage.start();
    assert.ok((await contentOf(socket)).equals(bytes));
    await allEnded();
  });

  test('a download is cut, not ended, when the storage stays away; new ones get 503 with retry-after', async () => {
    const answer = await fetch(link);
    await stage.storage.kill();
    try {
      await assert.rejects(answer.arrayBuffer());
      for (const method of ['GET', 'HEAD']) {
        const refused = await fetch(link, { method });
        assert.equal(refused.status, 503);
        assert.equal(refused.headers.get('retry-after'), '10');
        assert.equal(refused.headers.get('cache-control'), 'no-store');
      }
    } finally {
      await stage.storage.start();
    }
  });

  test('a download is cut when the file is replaced, and never mixes both versions', async () => {
    const socket = await waiting();
    await stage.storage.kill();
    await stage.storage.start();
    const other = Buffer.alloc(size, 1);
    await keep(other);
    const content = await contentOf(socket);
    assert.ok(content.length < size);
    assert.ok(content.equals(bytes.subarray(0, content.length)));
    await keep(bytes);
  });
});
