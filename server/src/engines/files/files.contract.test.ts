import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { withoutStorage } from '../../../testing/engines/object-storage.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { type AddressOptions, FilesAway } from './files.ts';
import { type FileStoreStage, folderStage, s3Stage } from './testing/contract-stages.ts';

const stages: { name: string; skip: string | false; begin: () => Promise<FileStoreStage> }[] = [
  { name: 'a folder', skip: false, begin: folderStage },
  { name: 'a real S3 server', skip: withoutStorage(), begin: s3Stage },
];

const video = { contentType: 'video/mp4' };

/** The two kinds of signed URL: for our pages, and for everybody else. */
const ways = ['addressOf', 'linkOf'] as const;
type Way = (typeof ways)[number];

/** Bytes that differ by position. */
function bytesOf(count: number, seed = 7): Buffer {
  const bytes = Buffer.alloc(count);
  // `Uint8Array.from` with a function takes seconds for millions of bytes.
  for (let at = 0; at < count; at += 1) bytes[at] = (at * seed + (at >> 8)) % 256;
  return bytes;
}

const optionsFor = (changes: Partial<AddressOptions> = {}): AddressOptions => ({
  name: 'Урок 1: дроби.mp4',
  contentType: 'video/mp4',
  disposition: 'attachment',
  until: new Date(Date.now() + 60_000),
  ...changes,
});

suite('the contract of file stores', { concurrency: 2 }, () => {
  for (const { name, skip, begin } of stages) {
    suite(`files in ${name}`, { skip, concurrency: 1 }, () => {
      let stage: FileStoreStage;
      let count = 0;
      before(async () => {
        stage = await begin();
      });
      after(() => stage?.remove());

      const made = (bytes: Buffer): string => {
        count += 1;
        const path = join(stage.outside, `made-${count}`);
        writeFileSync(path, bytes);
        return path;
      };
      const keep = (key: string, bytes: Buffer, options: object = {}) =>
        stage.store.put(key, made(bytes), { ...video, ...options });
      const load = async (key: string, headers: Record<string, string> = {}, way: Way = 'addressOf') =>
        fetch(await stage.store[way](key, optionsFor()), {
          headers: { 'accept-encoding': 'identity', ...headers },
        });
      const contentOf = async (key: string) => Buffer.from(await (await load(key)).arrayBuffer());

      for (const length of [0, 1, 100_000, 20_000_000]) {
        test(`${length} bytes are stored unchanged, and the local file stays`, async () => {
          const bytes = bytesOf(length);
          const path = made(bytes);
          const progress: number[] = [];
          await stage.store.put(`records/${length}/video.mp4`, path, {
            ...video,
            onProgress: (done) => progress.push(done),
          });
          assert.ok(readFileSync(path).equals(bytes));
          assert.deepEqual(await stage.store.stat(`records/${length}/video.mp4`), { bytes: length });
          assert.ok((await contentOf(`records/${length}/video.mp4`)).equals(bytes));
          assert.equal(progress.at(-1), length);
          assert.deepEqual(
            progress,
            progress.toSorted((a, b) => a - b),
          );
        });
      }

      test('a second file under a key replaces the first, also if it is the same file', async () => {
        await keep('records/again.mp4', bytesOf(1000));
        await keep('records/again.mp4', bytesOf(2000, 3));
        assert.ok((await contentOf('records/again.mp4')).equals(bytesOf(2000, 3)));
        const path = made(bytesOf(500));
        await stage.store.put('records/again.mp4', path, video);
        await stage.store.put('records/again.mp4', path, video);
        assert.ok((await contentOf('records/again.mp4')).equals(bytesOf(500)));
      });

      test('a removed file is gone, and removing a missing file does nothing', async () => {
        await keep('records/x/one.mp4', bytesOf(10));
        await keep('records/x/two.mp4', bytesOf(20));
        await stage.store.remove(['records/x/one.mp4', 'records/x/never.mp4', 'nothing/at/all']);
        assert.equal(await stage.store.stat('records/x/one.mp4'), undefined);
        assert.deepEqual(await stage.store.stat('records/x/two.mp4'), { bytes: 20 });
        assert.equal((await load('records/x/one.mp4')).status, 404);
        await stage.store.remove(['records/x/two.mp4']);
        await stage.store.remove([]);
        assert.equal(await stage.store.stat('records/x/two.mp4'), undefined);
        assert.equal(await stage.store.stat('records/x'), undefined);
      });

      test('a file is fetched to a local path, and a missing one is not', async () => {
        for (const bytes of [bytesOf(300_000), bytesOf(0)]) {
          await keep('records/fetched.mp4', bytes);
          const path = join(stage.outside, `fetched-${bytes.length}`);
          assert.equal(await stage.store.fetch('records/fetched.mp4', path, {}), true);
          assert.ok(readFileSync(path).equals(bytes), `${bytes.length} bytes`);
        }
        const none = join(stage.outside, 'fetched-none');
        assert.equal(await stage.store.fetch('records/none.mp4', none, {}), false);
        assert.equal(existsSync(none), false);
        const stopped = AbortSignal.abort(new Error('stopped'));
        await stage.store.fetch('records/fetched.mp4', none, { signal: stopped }).catch(() => undefined);
        assert.equal((await stage.store.stat('records/fetched.mp4'))?.bytes, 0);
      });

      for (const key of [
        '',
        '/a',
        'a/',
        'a//b',
        '../a',
        'a/../b',
        '.a',
        'a b',
        'a\\b',
        'a\0b',
        'я',
        'a?b',
        'a%2fb',
      ]) {
        test(`${JSON.stringify(key)} is no valid key`, async () => {
          const isOurFault = (error: Error) => !(error instanceof FilesAway) && /no key/.test(error.message);
          await assert.rejects(keep(key, bytesOf(1)), isOurFault);
          await assert.rejects(stage.store.stat(key), isOurFault);
          await assert.rejects(stage.store.remove([key]), isOurFault);
          for (const way of ways) await assert.rejects(stage.store[way](key, optionsFor()), isOurFault);
          await assert.rejects(stage.store.open(key), isOurFault);
        });
      }

      test('a link or a folder is not stored: a program that reads a stranger’s media may leave one', async () => {
        const path = join(stage.outside, 'led');
        symlinkSync('/etc/hostname', path);
        for (const each of [path, stage.outside]) {
          await assert.rejects(stage.store.put('records/led', each, video), /not a regular file/);
        }
        rmSync(path);
        assert.equal(await stage.store.stat('records/led'), undefined);
      });

      test('a missing local file is not reported as a fault of the storage', async () => {
        const path = join(stage.outside, 'none');
        await assert.rejects(stage.store.put('records/none', path, video), (error: Error) => {
          assert.ok(!(error instanceof FilesAway));
          return /ENOENT/.test(error.message);
        });
        assert.equal(await stage.store.stat('records/none'), undefined);
      });

      for (const way of ways) {
        test(`${way}: the URL serves the file to anybody, whole or in parts, under its name`, async () => {
          const bytes = bytesOf(50_000);
          await keep('records/read.mp4', bytes);
          const whole = await load('records/read.mp4', {}, way);
          assert.equal(whole.status, 200);
          assert.equal(whole.headers.get('content-type'), 'video/mp4');
          assert.equal(whole.headers.get('content-length'), '50000');
          assert.equal(whole.headers.get('accept-ranges'), 'bytes');
          const disposition = whole.headers.get('content-disposition') ?? '';
          assert.match(disposition, /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''/);
          assert.equal(decodeURIComponent(disposition.split("UTF-8''")[1] ?? ''), 'Урок 1 дроби.mp4');
          await whole.arrayBuffer();
          for (const [range, first, end] of [
            ['bytes=0-9', 0, 10],
            ['bytes=49990-', 49_990, 50_000],
            ['bytes=-7', 49_993, 50_000],
          ] as const) {
            const part = await load('records/read.mp4', { range }, way);
            assert.equal(part.status, 206, range);
            assert.equal(part.headers.get('content-range'), `bytes ${first}-${end - 1}/50000`);
            assert.ok(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(first, end)));
          }
          assert.equal((await load('records/read.mp4', { range: 'bytes=50000-' }, way)).status, 416);
        });

        test(`${way}: an interrupted download resumes`, async () => {
          const bytes = bytesOf(50_000);
          await keep('records/resumed.mp4', bytes);
          const first = await load('records/resumed.mp4', { range: 'bytes=0-999' }, way);
          const etag = first.headers.get('etag') ?? '';
          assert.match(etag, /^"/);
          const begun = Buffer.from(await first.arrayBuffer());
          const rest = await load('records/resumed.mp4', { range: 'bytes=1000-', 'if-range': etag }, way);
          assert.equal(rest.status, 206);
          assert.ok(Buffer.concat([begun, Buffer.from(await rest.arrayBuffer())]).equals(bytes));
        });

        test(`${way}: a file shown in a page has its content type`, async () => {
          await keep('records/poster.jpg', bytesOf(10));
          const options = optionsFor({ disposition: 'inline', contentType: 'image/jpeg', name: 'a.jpg' });
          const answer = await fetch(await stage.store[way]('records/poster.jpg', options));
          assert.match(answer.headers.get('content-disposition') ?? '', /^inline;/);
          assert.equal(answer.headers.get('content-type'), 'image/jpeg');
        });

        test(`${way}: the URL works until it expires, and only unchanged`, async () => {
          await keep('records/until.mp4', bytesOf(10));
          const key = 'records/until.mp4';
          const past = await stage.store[way](key, optionsFor({ until: new Date(Date.now() - 1000) }));
          assert.equal((await fetch(past)).status, 403);
          const address = await stage.store[way](key, optionsFor());
          assert.equal((await fetch(address)).status, 200);
          const until = new Date(Date.now() + 2500);
          const soon = await stage.store[way](key, optionsFor({ until }));
          await waitUntil(async () => (await fetch(soon)).status === 403, {
            timeout: 15_000,
            message: 'the URL to expire',
          });
          assert.ok(Date.now() >= until.getTime() - 50, 'it expired too early');
          const changed = [
            address.replace(/(?<=Signature=|\.)[\w-](?=[\w-]{20})/, (was) => (was === 'a' ? 'b' : 'a')),
            `${address}x`,
            address.includes('until.mp4') ? address.replace('until.mp4', 'again.mp4') : `${address}/x`,
          ];
          assert.notEqual(changed[0], address);
          for (const url of changed) assert.equal((await fetch(url)).status, 403, url);
        });
      }

      test('HEAD on a link returns the headers of GET and no body', async () => {
        const key = 'records/head.mp4';
        await keep(key, bytesOf(50_000));
        const link = await stage.store.linkOf(key, optionsFor());
        const whole = await fetch(link);
        await whole.arrayBuffer();
        const head = await fetch(link, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
        assert.equal(head.status, 200);
        assert.equal((await head.arrayBuffer()).byteLength, 0);
        for (const name of [
          'content-length',
          'content-type',
          'content-disposition',
          'accept-ranges',
          'etag',
        ]) {
          assert.ok(head.headers.get(name), name);
          assert.equal(head.headers.get(name), whole.headers.get(name), name);
        }
        const statusOf = async (url: string) => (await fetch(url, { method: 'HEAD' })).status;
        assert.equal(await statusOf(`${link}x`), 403);
        await stage.store.remove([key]);
        assert.equal(await statusOf(link), 404);
      });

      test('a link serves several ranges at once, and a part only if the client has the same file', async () => {
        const bytes = bytesOf(50_000);
        await keep('records/parts.mp4', bytes);
        const given = async (headers: Record<string, string>) => load('records/parts.mp4', headers, 'linkOf');
        const several = await given({ range: 'bytes=0-99,40000-40099' });
        assert.equal(several.status, 206);
        const body = Buffer.from(await several.arrayBuffer());
        assert.equal(several.headers.get('content-length'), String(body.length));
        for (const first of [0, 40_000]) {
          const part = Buffer.concat([
            Buffer.from(`content-range: bytes ${first}-${first + 99}/50000\r\n\r\n`),
            bytes.subarray(first, first + 100),
            Buffer.from('\r\n--'),
          ]);
          assert.ok(body.includes(part), `${first}`);
        }
        const other = await given({ range: 'bytes=40000-', 'if-range': '"another"' });
        assert.equal(other.status, 200);
        assert.ok(Buffer.from(await other.arrayBuffer()).equals(bytes));
        assert.equal((await given({ 'if-match': '"another"' })).status, 412);
        const { headers } = await given({ range: 'bytes=0-0' });
        assert.equal((await given({ 'if-none-match': headers.get('etag') ?? '' })).status, 304);
      });

      test('an aborted put stores nothing', async () => {
        const early = AbortSignal.abort(new Error('enough'));
        await assert.rejects(keep('records/aborted.mp4', bytesOf(10), { signal: early }), /enough/);
        assert.equal(await stage.store.stat('records/aborted.mp4'), undefined);
        await keep('records/not-aborted.mp4', bytesOf(10), { signal: new AbortController().signal });
        assert.ok(await stage.store.stat('records/not-aborted.mp4'));
      });

      test('every call fails while the storage is away, and works as before when it is back', async () => {
        await keep('records/before.mp4', bytesOf(10));
        await stage.store.health();
        await stage.leave();
        try {
          await assert.rejects(keep('records/during.mp4', bytesOf(10)), FilesAway);
          await assert.rejects(stage.store.health(), FilesAway);
        } finally {
          await stage.comeBack();
        }
        await stage.store.health();
        assert.equal(await stage.store.stat('records/during.mp4'), undefined);
        assert.ok((await contentOf('records/before.mp4')).equals(bytesOf(10)));
        await keep('records/during.mp4', bytesOf(20));
        assert.deepEqual(await stage.store.stat('records/during.mp4'), { bytes: 20 });
      });

      test('a hundred files are stored concurrently', async () => {
        const keys = Array.from({ length: 100 }, (_, at) => `records/many/${at % 10}/voice-${at}.ogg`);
        await Promise.all(keys.map((key, at) => keep(key, bytesOf(at))));
        const found = await Promise.all(keys.map((key) => stage.store.stat(key)));
        assert.deepEqual(
          found,
          keys.map((_, bytes) => ({ bytes })),
        );
        await Promise.all(keys.map((key) => stage.store.remove([key])));
        const left = await Promise.all(keys.map((key) => stage.store.stat(key)));
        assert.ok(left.every((item) => item === undefined));
        assert.ok(existsSync(stage.outside));
      });
    });
  }
});
