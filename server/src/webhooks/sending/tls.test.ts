import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { answer, type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { type KeyAndCert, selfSigned } from '../../../testing/receivers/self-signed.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { parseCidrs } from '../../platform/http/networks.ts';
import { startRawReceiver } from '../testing/raw-receiver.ts';
import { type AttemptOutcome, sendAttempt } from './send.ts';

const request = { body: '{"signature":"","body":{}}', headers: { 'content-type': 'application/json' } };
const attempt = (
  url: string,
  { resolve = async () => ['127.0.0.1'], timeoutMs = 10_000 } = {},
): Promise<AttemptOutcome> =>
  sendAttempt({
    url,
    request,
    resolve,
    timeoutMs,
    allowedNetworks: parseCidrs('127.0.0.1'),
    stop: new AbortController().signal,
  });

const opened: { close: () => Promise<void> }[] = [];
const keep = <T extends { close: () => Promise<void> }>(one: T): T => {
  opened.push(one);
  return one;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const secured = async (pair: KeyAndCert, more = {}) =>
  keep(await startReceiver(answer(200), { ...pair, ...more }));
const portOf = ({ url }: { url: string }) => new URL(url).port;

function isRefused(outcome: AttemptOutcome, receiver: Receiver, said: string): void {
  assert.deepEqual([outcome.isProcessed, outcome.statusCode, outcome.error], [false, null, said]);
  assert.equal(receiver.received.length, 0);
}

describe('a certificate', () => {
  const known = getCACertificates('default');
  const trusted = selfSigned();
  const expired = selfSigned({ until: '210101000000Z' });
  const early = selfSigned({ from: '480101000000Z' });
  before(() => setDefaultCACertificates([...known, trusted.cert, expired.cert, early.cert]));
  after(() => setDefaultCACertificates(known));

  test('from a trusted issuer is accepted for its names, also if a lookup gave the address', async () => {
    const receiver = await secured(trusted);
    for (const host of ['localhost', 'LOCALHOST', 'localhost.', '127.0.0.1']) {
      const outcome = await attempt(`https://${host}:${portOf(receiver)}/`);
      assert.deepEqual([outcome.statusCode, outcome.error], [200, null], host);
    }
  });

  test('for another name is refused', async () => {
    const receiver = await secured(trusted);
    for (const host of ['hooks.example.org', 'localhost.example.org', 'xlocalhost']) {
      const outcome = await attempt(`https://${host}:${portOf(receiver)}/`);
      isRefused(outcome, receiver, "the certificate does not match the target's name");
    }
  });

  test('from an untrusted issuer is refused', async () => {
    const receiver = await secured(selfSigned());
    isRefused(await attempt(receiver.url), receiver, 'the certificate is self-signed');
  });

  test('that has expired or is not valid yet is refused', async () => {
    const [late, soon] = [await secured(expired), await secured(early)];
    isRefused(await attempt(late.url), late, 'the certificate has expired');
    isRefused(await attempt(soon.url), soon, 'the certificate is not valid yet');
  });

  test('is requested for the host in the URL, as is the Host header, whatever address it resolves to', async () => {
    const names: unknown[] = [];
    const receiver = await secured(trusted, {
      SNICallback: (name: string, done: (error: null) => void) => {
        names.push(name);
        done(null);
      },
    });
    const port = portOf(receiver);
    for (const host of ['localhost', 'localhost.', 'hooks.example.org'])
      await attempt(`https://${host}:${port}/`);
    await attempt(`https://127.0.0.1:${port}/`);
    // An IP address cannot be a server name.
    assert.deepEqual(names, ['localhost', 'localhost', 'hooks.example.org']);
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers.host),
      ['localhost', 'localhost.', '127.0.0.1'].map((host) => `${host}:${port}`),
    );
  });

  test('does not help an outdated protocol', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
    const receiver = await secured(trusted, old);
    const outcome = await attempt(receiver.url);
    isRefused(
      outcome,
      receiver,
      'the target and this installation have no version or cipher of TLS in common',
    );
  });
});

describe('when the URL is https', () => {
  test('and the receiver speaks plain HTTP, nothing is sent', async () => {
    const receiver = keep(await startReceiver());
    const outcome = await attempt(receiver.url.replace('http', 'https'));
    isRefused(outcome, receiver, 'the target does not speak TLS on this port');
  });

  test('and the handshake hangs, the attempt ends in time', async () => {
    const hanging = keep(await startRawReceiver((socket) => void socket.resume()));
    const halfway = keep(
      await startRawReceiver(
        (socket) => void socket.once('data', () => socket.write(Buffer.from([22, 3, 3, 0, 90]))),
      ),
    );
    for (const receiver of [hanging, halfway]) {
      const outcome = await attempt(`https://localhost:${receiver.port}/`, { timeoutMs: 600 });
      assert.equal(outcome.error, 'no answer within 0.6 s');
      await waitUntil(() => receiver.open() === 0, { timeout: 5000, message: 'the connection to be closed' });
    }
    const cutting = keep(
      await startRawReceiver((socket) => void socket.once('data', () => socket.destroy())),
    );
    assert.equal((await attempt(`https://localhost:${cutting.port}/`)).error, 'the connection was cut');
  });

  test('no attempt uses a session or connection of another one', async () => {
    const known = getCACertificates('default');
    const pair = selfSigned();
    setDefaultCACertificates([...known, pair.cert]);
    try {
      const reused: boolean[] = [];
      const receiver = keep(
        await startReceiver((response) => {
          reused.push((response.socket as TLSSocket).isSessionReused());
          response.writeHead(200, { connection: 'keep-alive' }).end();
        }, pair),
      );
      for (let i = 0; i < 3; i += 1) assert.equal((await attempt(receiver.url)).statusCode, 200);
      assert.deepEqual(reused, [false, false, false]);
      assert.equal(receiver.connections(), 3);
    } finally {
      setDefaultCACertificates(known);
    }
  });
});
