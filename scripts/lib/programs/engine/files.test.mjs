import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { download } from './download.mjs';
import { readFromTarball } from './tar.mjs';
import { unzip } from './zip.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-files-'));
const body = Buffer.alloc(300_000, 'lectern ');
const sha256 = createHash('sha256').update(body).digest('hex');
const server = createServer((request, response) => {
  if (request.url === '/silent') return;
  if (request.url === '/cut')
    response
      .writeHead(200, { 'content-length': body.length })
      .write(body.subarray(0, 1_000), () => response.destroy());
  else response.writeHead(request.url === '/file' ? 200 : 404, { 'content-length': body.length }).end(body);
});
let base;

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a download is renamed when its hash is right, and reports its progress', async () => {
  const file = join(folder, 'new/file');
  const told = [];
  await download(`${base}/file`, file, {
    sha256,
    onProgress: (received, total) => told.push([received, total]),
  });
  assert.deepEqual(readFileSync(file), body);
  assert.deepEqual(told.at(-1), [body.length, body.length]);
});

test('a wrong hash, a refusal and a broken or silent connection are errors with a reason, and leave no file', async () => {
  const file = join(folder, 'refused');
  const cases = [
    ['/file', { sha256: '0'.repeat(64) }, /SHA-256 does not match/],
    ['/missing', { sha256 }, /status 404/],
    ['/cut', { sha256 }, /./],
    ['/silent', { sha256, firstAnswerMs: 50 }, /no response/],
  ];
  for (const [path, options, reason] of cases)
    await assert.rejects(download(base + path, file, options), reason, path);
  await assert.rejects(download('http://127.0.0.1:1/file', file, { sha256 }), /./);
  assert.equal(existsSync(file) || existsSync(`${file}.part`), false);
});

function tarball(entries) {
  const blocks = Object.entries(entries).flatMap(([name, text]) => {
    const header = Buffer.alloc(512);
    header.write(name);
    header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
    return [header, Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

test('one file is read from a tarball', () => {
  const archive = tarball({ LICENSE: 'x'.repeat(600), './livekit-server': 'program' });
  assert.equal(readFromTarball(archive, 'livekit-server').toString(), 'program');
  assert.equal(readFromTarball(archive, 'other'), null);
});

function entry(name, text, offset) {
  const packed = deflateRawSync(text);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  const listed = Buffer.alloc(46);
  listed.writeUInt32LE(0x02014b50, 0);
  listed.writeUInt16LE(8, 10);
  listed.writeUInt32LE(crc32(text), 16);
  listed.writeUInt32LE(packed.length, 20);
  listed.writeUInt16LE(name.length, 28);
  listed.writeUInt32LE(offset, 42);
  return {
    data: Buffer.concat([local, Buffer.from(name), packed]),
    listed: Buffer.concat([listed, Buffer.from(name)]),
  };
}

function zip(entries) {
  const parts = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    parts.push(entry(name, text, offset));
    offset += parts.at(-1).data.length;
  }
  const directory = Buffer.concat(parts.map((part) => part.listed));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts.map((part) => part.data), directory, end]);
}

test('a zip is unpacked to the wanted paths, with modes', () => {
  const file = join(folder, 'a.zip');
  writeFileSync(file, zip({ 'm@v/bin/go': '#!', 'm@v/src/_go.mod': 'module x', 'm@v/skip': '' }));
  const target = join(folder, 'unpacked');
  unzip(file, target, (name) => {
    const path = name.slice(4).replace('_go.mod', 'go.mod');
    return path === 'skip' ? null : { path, mode: path.startsWith('bin/') ? 0o755 : undefined };
  });
  assert.equal(readFileSync(join(target, 'src/go.mod'), 'utf8'), 'module x');
  assert.equal(statSync(join(target, 'bin/go')).mode & 0o777, 0o755);
  assert.equal(existsSync(join(target, 'skip')), false);
});

test('a zip with a path outside its folder, and a file that is not a zip, are refused', () => {
  const file = join(folder, 'b.zip');
  writeFileSync(file, zip({ '../../evil': 'x' }));
  assert.throws(() => unzip(file, join(folder, 'evil'), (path) => ({ path })), /outside its folder/);
  writeFileSync(file, 'no archive');
  assert.throws(() => unzip(file, join(folder, 'evil'), (path) => ({ path })), /not a zip archive/);
});
