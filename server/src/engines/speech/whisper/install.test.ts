import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { runCommand } from '../../../../testing/processes/command-line.ts';
import { installModel } from './install.ts';

const bytes = Buffer.alloc(3_000_000, 'weights ');
const model = { name: 'base', sha1: createHash('sha1').update(bytes).digest('hex') };
const root = mkdtempSync(join(tmpdir(), 'lectern-install-'));

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** Sends the file or the part that a range asks for. */
const serveFile: Serve = (request, response) => {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (from >= bytes.length) return void response.writeHead(416).end();
  const head = from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {};
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from, ...head });
  response.end(bytes.subarray(from));
};

let serve = serveFile;
let asked: (string | undefined)[] = [];
const server = createServer((request, response) => {
  asked.push(request.headers.range);
  serve(request, response);
});
let source: URL;
before(async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  source = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/models`);
});
afterEach(() => {
  serve = serveFile;
  asked = [];
});
after(() => {
  server.close();
  server.closeAllConnections();
  rmSync(root, { recursive: true, force: true });
});

function installInto(dataDir = mkdtempSync(join(root, 'data-'))) {
  const told: string[] = [];
  const onProgress = (what: string) => void told.push(what);
  return { dataDir, told, done: installModel(model, { source, dataDir, onProgress }) };
}

test('a model is downloaded, checked and kept; the second time nothing is downloaded', async () => {
  const { dataDir, told, done } = installInto();
  const { path, isOld } = await done;
  assert.equal(path, join(dataDir, 'models', 'ggml-base.bin'));
  assert.ok(readFileSync(path).equals(bytes));
  assert.equal(isOld, false);
  assert.equal(told.at(-1), '3 of 3 MB');
  assert.ok(!existsSync(`${path}.part`));
  assert.equal((await installInto(dataDir).done).isOld, true);
  assert.equal(asked.length, 1);
  writeFileSync(path, 'damaged');
  assert.equal((await installInto(dataDir).done).isOld, false);
});

test('a download that breaks off continues where it stopped', async () => {
  serve = (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, 1_000_000), () => response.socket?.destroy());
  };
  const { dataDir, done } = installInto();
  await assert.rejects(done, /broke off .* Run the command again: it continues/);
  serve = serveFile;
  const { path } = await installInto(dataDir).done;
  assert.ok(readFileSync(path).equals(bytes));
  assert.match(asked[1] ?? '', /^bytes=[1-9]\d*-$/);
});

test('a server without ranges sends the whole file again, and a complete part is only checked', async () => {
  const { dataDir, done } = installInto();
  const part = join(dataDir, 'models', 'ggml-base.bin.part');
  await done;
  rmSync(join(dataDir, 'models', 'ggml-base.bin'));
  writeFileSync(part, bytes.subarray(0, 100));
  serve = (request, response) => serveFile({ ...request, headers: {} } as IncomingMessage, response);
  assert.ok(readFileSync((await installInto(dataDir).done).path).equals(bytes));
  rmSync(join(dataDir, 'models', 'ggml-base.bin'));
  writeFileSync(part, bytes);
  serve = serveFile;
  assert.ok(readFileSync((await installInto(dataDir).done).path).equals(bytes));
});

test('another file is removed, and a refusal and a full disk are named', async () => {
  serve = (_request, response) => response.end('<html>Sign in</html>');
  const foreign = installInto();
  await assert.rejects(foreign.done, /is not the model base: its SHA-1 differs/);
  assert.ok(!existsSync(join(foreign.dataDir, 'models', 'ggml-base.bin.part')));
  serve = (_request, response) => void response.writeHead(404).end();
  await assert.rejects(installInto().done, /responded 404 to http.*\/models\/ggml-base\.bin/);
  serve = (_request, response) => {
    response.writeHead(200, { 'content-length': 1e15 });
    response.write('x');
  };
  await assert.rejects(installInto().done, /needs 1000000000 MB more, and the disk of .* has \d+ MB free/);
});

test('the command names unknown models and an address that does not answer', async () => {
  const settings = {
    LECTERN_DATA_DIR: mkdtempSync(join(root, 'data-')),
    LECTERN_SPEECH_MODELS_URL: source.href,
  };
  const unknown = await runCommand(['speech', 'install', 'huge'], { settings });
  assert.equal(unknown.code, 1);
  assert.match(unknown.err, /no whisper model huge\. The models are: tiny, .*large-v3-turbo/);
  const away = { ...settings, LECTERN_SPEECH_MODELS_URL: 'http://127.0.0.1:9/models' };
  const broken = await runCommand(['speech', 'install', 'base'], { settings: away });
  assert.equal(broken.code, 1);
  assert.match(broken.err, /The download from 127\.0\.0\.1:9 broke off/);
  // The weights of this test are not the real ones.
  const real = await runCommand(['speech', 'install', 'base'], { settings });
  assert.match(real.err, /is not the model base: its SHA-1 differs/);
});
