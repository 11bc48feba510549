import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { resolve as path } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { answer, hang, startReceiver } from '../../../testing/receivers/receiver.ts';
import { selfSigned } from '../../../testing/receivers/self-signed.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { parseCidrs } from '../../platform/http/networks.ts';
import type { Resolve } from '../../platform/http/outgoing/targets.ts';
import { DeliveryHarness } from '../testing/delivery-harness.ts';
import { type RawReceiver, startRawReceiver, writeForEver } from '../testing/raw-receiver.ts';
import { timings } from './exchange.ts';
import { type AttemptOutcome, sendAttempt } from './send.ts';

const request = { body: '{"signature":"","body":{}}', headers: { 'content-type': 'application/json' } };
const never: Resolve = async (host) => assert.fail(`${host} was resolved`);

interface Wish {
  timeoutMs?: number;
  allowed?: string;
  resolve?: Resolve;
  stop?: AbortSignal;
}

const attempt = (url: string, wish: Wish = {}): Promise<AttemptOutcome> =>
  sendAttempt({
    url,
    request,
    resolve: wish.resolve ?? never,
    allowedNetworks: parseCidrs(wish.allowed ?? '127.0.0.1/32'),
    timeoutMs: wish.timeoutMs ?? 10_000,
    stop: wish.stop ?? new AbortController().signal,
  });

const opened: { close: () => Promise<void> }[] = [];
const keep = <T extends { close: () => Promise<void> }>(one: T): T => {
  opened.push(one);
  return one;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const raw = async (handle: (socket: Socket) => void) => keep(await startRawReceiver(handle));
/** Responds with these bytes to every request. */
const says = (bytes: string | Buffer) => raw((socket) => void socket.once('data', () => socket.end(bytes)));
async function isLetGo(receiver: RawReceiver): Promise<void> {
  receiver.hear();
  await waitUntil(() => receiver.open() === 0, { timeout: 5000, message: 'the connection to be closed' });
}

/** Milliseconds that `work` takes. */
async function timed(work: Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work;
  return performance.now() - begin;
}

describe('a response that does not end', () => {
  test('of gigabytes: 1 KiB is read, memory stays constant, the connection is closed', async () => {
    const part = Buffer.alloc(1 << 20, 'x');
    const receiver = await raw((socket) =>
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${16 * 2 ** 30}\r\n\r\n`);
        writeForEver(socket, part);
      }),
    );
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 10; i += 1) {
      const outcome = await attempt(receiver.url);
      assert.deepEqual([outcome.isProcessed, outcome.answer], [true, 'x'.repeat(1024)]);
    }
    await isLetGo(receiver);
    // No more than the socket buffers of both systems hold.
    assert.ok(receiver.written() < 10 * 32 * 2 ** 20, `${receiver.written()} bytes left the receiver`);
    const grown = (process.memoryUsage().rss - before) / 2 ** 20;
    assert.ok(grown < 200, `the memory grew by ${grown} MiB`);
  });

  test('that drips: the status counts, and the body is read for a second', async () => {
    const receiver = await raw((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n');
        const timer = setInterval(() => socket.write('1\r\n.\r\n'), 100);
        socket.once('close', () => clearInterval(timer));
      }),
    );
    const work = attempt(receiver.url);
    const took = await timed(work);
    const { statusCode, answer: text } = await work;
    assert.equal(statusCode, 500);
    assert.match(text ?? '', /^\.+$/);
    assert.ok(took > 900, `${took} ms`);
    await isLetGo(receiver);
  });

  test('that stops or is cut half-way: the received part is stored', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\nhalf';
    const stopping = await raw((socket) => void socket.once('data', () => socket.write(head)));
    const cutting = await says(head);
    for (const receiver of [stopping, cutting]) {
      const { statusCode, answer: text } = await attempt(receiver.url);
      assert.deepEqual([statusCode, text], [200, 'half']);
      await isLetGo(receiver);
    }
  });

  test('whose headers are endless, huge or slow', async () => {
    const start = 'HTTP/1.1 200 OK\r\n';
    const endless = await raw((socket) =>
      socket.once('data', () => {
        socket.write(start);
        writeForEver(socket, 'x-more: and more\r\n'.repeat(1000));
      }),
    );
    const giant = await says(`${start}x: ${'y'.repeat(10_000_000)}\r\n\r\n`);
    for (const receiver of [endless, giant]) {
      const outcome = await attempt(receiver.url);
      assert.deepEqual([outcome.statusCode, outcome.error], [null, 'the answer has too many headers']);
      await isLetGo(receiver);
    }
    const dripping = await raw((socket) => {
      socket.write(start);
      const timer = setInterval(() => socket.write('x: y\r\n'), 50);
      socket.once('close', () => clearInterval(timer));
    });
    assert.equal((await attempt(dripping.url, { timeoutMs: 700 })).error, 'no answer within 0.7 s');
    await isLetGo(dripping);
  });

  test('with interim responses: a few are skipped, a flood is refused', async () => {
    const [go, hint] = ['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'];
    const few = await says(`${go}${hint}${hint}HTTP/1.1 204 No Content\r\n\r\n`);
    assert.equal((await attempt(few.url)).statusCode, 204);
    for (const interim of [go, hint]) {
      const flood = await raw((socket) => void socket.once('data', () => writeForEver(socket, interim)));
      const outcome = await attempt(flood.url);
      assert.deepEqual([outcome.isProcessed, outcome.error], [false, 'the answer never begins']);
      await isLetGo(flood);
    }
  });
});

describe('a response that is invalid', () => {
  test('is a failed attempt and does no harm', async () => {
    const notHttp = /^the answer is not HTTP \(/;
    for (const [bytes, expected] of [
      ['SSH-2.0-OpenSSH_9.6\r\n', notHttp],
      ['220 mail.example.org ESMTP\r\n', notHttp],
      ['-ERR unknown command\r\n', notHttp],
      ['<html>200 OK</html>', notHttp],
      ['\0\0\0\0\0\0\0\0', notHttp],
      ['HTTP/9.9 200 OK\r\n\r\n', notHttp],
      ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx', notHttp],
      ['HTTP/1.1 200 OK\r\nx y\r\n\r\n', notHttp],
      ['HTTP/1.1 200 OK\r\nx: y\0z\r\n\r\n', notHttp],
      ['', /^the connection was cut$/],
      ['HTTP/1.1 200 O', /^the connection was cut$/],
      ['HTTP/1.1 200 OK\r\nx: y', /^the connection was cut$/],
    ] as const) {
      const receiver = await says(bytes);
      const { isProcessed, statusCode, answer: text, error } = await attempt(receiver.url);
      assert.deepEqual([isProcessed, statusCode, text], [false, null, null], bytes);
      assert.match(error ?? '', expected, bytes);
      assert.doesNotMatch(error ?? '', /\p{Cc}/u);
      await isLetGo(receiver);
    }
  });

  test('is a change of protocol, which is not followed', async () => {
    const receiver = await raw((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
      ),
    );
    const { isProcessed, statusCode } = await attempt(receiver.url);
    assert.deepEqual([isProcessed, statusCode], [false, 101]);
    await isLetGo(receiver);
  });

  test('is a redirect, which is not followed, to an internal or external host', async () => {
    const inside = keep(await startReceiver());
    for (const status of [300, 301, 302, 303, 307, 308]) {
      for (const location of [inside.url, 'http://169.254.169.254/latest/meta-data/', 'file:///etc/passwd']) {
        const receiver = await says(`HTTP/1.1 ${status} Go\r\nlocation: ${location}\r\n\r\n`);
        const outcome = await attempt(receiver.url);
        assert.deepEqual([outcome.isProcessed, outcome.statusCode, outcome.error], [false, status, null]);
      }
    }
    assert.equal(inside.connections(), 0);
  });

  test('is missing: the attempt ends in time, wherever the receiver stopped', async () => {
    const deaf = await raw((socket) => void socket.pause());
    const hanging = keep(await startReceiver(hang));
    for (const url of [deaf.url, hanging.url, deaf.url.replace('http', 'https')]) {
      assert.equal((await attempt(url, { timeoutMs: 500 })).error, 'no answer within 0.5 s', url);
    }
    await isLetGo(deaf);
  });

  test('came before the request was read, and counts', async () => {
    const hasty = await raw((socket) => {
      socket.pause();
      socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nok');
    });
    const { statusCode, answer: text } = await attempt(hasty.url);
    assert.deepEqual([statusCode, text], [202, 'ok']);
    await isLetGo(hasty);
  });
});

describe('the stored response', () => {
  const kept = async (body: Buffer, headers = '') => {
    const head = `HTTP/1.1 200 OK\r\n${headers}content-length: ${body.length}\r\n\r\n`;
    const { answer: text } = await attempt((await says(Buffer.concat([Buffer.from(head), body]))).url);
    return text ?? assert.fail('nothing was stored');
  };

  test('is text of at most 1 KiB, whatever the bytes', async () => {
    for (const body of [
      Buffer.alloc(5000, 0xff),
      Buffer.alloc(5000, 0),
      Buffer.from('€'.repeat(2000)),
      Buffer.from('😀'.repeat(2000)),
      Buffer.from(`x${'ä'.repeat(2000)}`),
      Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 37) & 255)),
    ]) {
      const text = await kept(body);
      assert.ok(text.isWellFormed() && !text.includes('\0'));
      assert.ok(Buffer.byteLength(text) <= 1024 && Buffer.byteLength(text) > 1000);
    }
    // An incomplete character at the end is dropped, not replaced.
    assert.equal(await kept(Buffer.from('€'.repeat(2000))), '€'.repeat(341));
    assert.equal(await kept(Buffer.from('a\0b')), 'a\uFFFDb');
    assert.equal(await kept(Buffer.from('<script>alert(1)</script>')), '<script>alert(1)</script>');
  });

  test('is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const text = await kept(bomb, 'content-encoding: gzip\r\n');
    assert.ok(text.startsWith('\x1f\uFFFD\b'), JSON.stringify(text.slice(0, 10)));
  });
});

describe('a host name', () => {
  /** Resolves one lookup after the other. */
  const rebinding = (...answers: string[][]) => {
    let asked = 0;
    const resolve: Resolve = async () => answers[Math.min(asked++, answers.length - 1)] ?? [];
    return { resolve, asked: () => asked };
  };

  test('is resolved once for each attempt, and the connection goes to that address', async () => {
    const receiver = keep(await startReceiver());
    const { port } = new URL(receiver.url);
    const names = rebinding(['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['127.0.0.1']);
    const url = `http://hooks.example.org:${port}/`;
    const outcomes = [];
    for (let i = 0; i < 4; i += 1) outcomes.push(await attempt(url, names));
    assert.equal(names.asked(), 4);
    assert.deepEqual(
      outcomes.map(({ statusCode }) => statusCode),
      [200, null, null, 200],
    );
    for (const { error } of outcomes.slice(1, 3)) assert.match(error ?? '', /not public/);
    assert.equal(receiver.connections(), 2);
    assert.equal(receiver.received[0]?.headers.host, `hooks.example.org:${port}`);
  });

  test('that resolves to an internal address only at the attempt is not connected to', async () => {
    const receiver = keep(await startReceiver());
    const { port } = new URL(receiver.url);
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::7f00:1', '0.0.0.0', '::']) {
      const outcome = await attempt(`http://hooks.example.org:${port}/`, {
        allowed: '',
        resolve: async () => [address],
      });
      assert.match(outcome.error ?? '', /not public/, address);
    }
    assert.equal(receiver.connections(), 0);
  });
});

describe('a delivery', () => {
  let harness: DeliveryHarness;
  before(async () => {
    harness = await DeliveryHarness.start();
  });
  after(() => harness?.remove());

  test('whose host resolves to an internal address at one attempt fails there, and is sent at the next', async () => {
    const receiver = keep(await startReceiver((...args) => answer(args[2] === 1 ? 500 : 200)(...args)));
    const { port } = new URL(receiver.url);
    const group = await harness.makeGroup(`http://hooks.example.org:${port}/`);
    const answers = [['127.0.0.1'], ['127.0.0.1', '::1'], ['127.0.0.1']];
    const stop = harness.startDelivering({
      resolve: async () => answers.shift() ?? [],
      allowedNetworks: parseCidrs('127.0.0.1'),
      retrySeconds: [0, 0],
    });
    await harness.announce(group);
    const attempts = await waitUntil(
      async () => {
        const made = await harness.attempts(group);
        return made.length === 3 && made;
      },
      { timeout: 30_000, message: 'three attempts' },
    );
    await stop();
    const refused =
      'the target leads to an address that is not public, which this installation does not allow';
    assert.deepEqual(
      attempts.map(({ status_code, error }) => [status_code, error]),
      [
        [500, null],
        [null, refused],
        [200, null],
      ],
    );
    assert.equal(receiver.connections(), 2);
  });
});

describe('environment variables', () => {
  test('redirect and weaken nothing', async () => {
    const receiver = keep(await startReceiver());
    const secure = keep(await startReceiver(answer(200), selfSigned()));
    const proxy = keep(await startRawReceiver((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n')));
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
    const module = (name: string) => JSON.stringify(path(import.meta.dirname, name));
    const code = `
      const { sendAttempt } = await import(${module('send.ts')});
      const { parseCidrs } = await import(${module('../../platform/http/networks.ts')});
      const outcomes = [];
      for (const url of ${JSON.stringify([receiver.url, secure.url])}) outcomes.push(await sendAttempt({
        url, request: { body: '{}', headers: {} }, resolve: async () => [], timeoutMs: 10000,
        allowedNetworks: parseCidrs('127.0.0.1'), stop: new AbortController().signal,
      }));
      console.log(JSON.stringify(outcomes));`;
    const child = await new Promise<string>((resolve, reject) => {
      const { PATH = '' } = process.env;
      const env = {
        PATH,
        NODE_USE_ENV_PROXY: '1',
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
        NODE_OPTIONS: '--insecure-http-parser --tls-min-v1.0',
        ...Object.fromEntries(names.map((name) => [name, proxy.url])),
      };
      execFile(process.execPath, ['--input-type=module', '-e', code], { env }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
    });
    const [plain, encrypted] = JSON.parse(child) as [AttemptOutcome, AttemptOutcome];
    assert.equal(plain.statusCode, 200);
    assert.equal(encrypted.error, 'the certificate is self-signed');
    assert.equal(receiver.received.length, 1);
    assert.equal(secure.received.length, 0);
    assert.equal(proxy.connections(), 0);
  });
});

describe('many attempts', () => {
  const sockets = () =>
    process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS)|^Timeout$/.test(name)).length;

  test('leave no connection and no timer, however they end', async (t) => {
    shorten(timings, { answerMs: 200 }, t);
    const receivers = [
      keep(await startRawReceiver((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\nok'))),
      keep(await startRawReceiver((socket) => void socket.write('HTTP/1.1 500 No\r\n\r\nmore to come'))),
      keep(await startRawReceiver((socket) => void socket.resetAndDestroy())),
      keep(await startRawReceiver((socket) => void socket.write('nonsense'))),
      keep(await startRawReceiver(() => undefined)),
    ];
    const urls = [...receivers.map(({ url }) => url), receivers[4]?.url.replace('http', 'https') ?? ''];
    const before = sockets();
    for (let round = 0; round < 10; round += 1) {
      const works = Array.from({ length: 30 }, (_, i) =>
        attempt(urls[i % urls.length] ?? '', { timeoutMs: 300 }),
      );
      await Promise.all(works);
    }
    for (const receiver of receivers) await isLetGo(receiver);
    await waitUntil(() => sockets() <= before, {
      timeout: 5000,
      message: () => `${sockets()} sockets and timers, before there were ${before}`,
    });
  });

  test('that a stop cuts reject with its reason, and leave nothing either', async () => {
    const deaf = await raw(() => undefined);
    const stopping = new AbortController();
    const reason = new Error('stopping');
    const works = Array.from({ length: 20 }, () => attempt(deaf.url, { stop: stopping.signal }));
    const settled = Promise.allSettled(works);
    await waitUntil(() => deaf.open() === 20, { timeout: 5000, message: '20 connections' });
    stopping.abort(reason);
    for (const one of await settled)
      assert.deepEqual([one.status, 'reason' in one && one.reason], ['rejected', reason]);
    await isLetGo(deaf);
    await assert.rejects(attempt(deaf.url, { stop: stopping.signal }), reason);
    assert.equal(deaf.connections(), 20);
  });
});
