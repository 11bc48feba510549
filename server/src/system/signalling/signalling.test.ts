import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, afterEach, before, suite, test } from 'node:test';
import { openSocket, readAll, statusesIn, upgradeHead } from '../../../testing/attacks/raw-socket.ts';
import { upgrade } from '../../../testing/attacks/upgrades.ts';
import { waitUntil } from '../../../testing/wait.ts';
import type { SignallingLimits } from './signalling.ts';
import { accepted, SignallingStage, stranger, tokenBy } from './testing/stage.ts';

const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 10_000, message });

let stage: SignallingStage;
const openStage = async (limits: Partial<SignallingLimits> = {}) => {
  stage = await SignallingStage.open(limits);
};

/** A client that was joined with the media server. */
async function joined(headers: string[] = []): Promise<Socket> {
  const client = await openSocket(stage.url);
  client.write(upgradeHead(`/rtc?access_token=${await stage.token()}`, headers));
  const [first] = await once(client, 'data');
  assert.match(String(first), /^HTTP\/1\.1 101 /);
  return client;
}

const attempt = async (headers: string[] = []): Promise<number[]> =>
  statusesIn(await upgrade(stage.url, `/rtc?access_token=${await stage.token()}`, headers));

/** The other side has closed its socket, not only one direction: it answers what is written with a reset. */
async function left(socket: Socket): Promise<void> {
  await until(() => {
    if (socket.readableEnded) socket.write('still there?');
    return socket.closed;
  }, 'the other side to be gone');
}

const closed = (socket: Socket) => until(() => socket.closed, 'the socket to close');

suite('the credentials of signalling', () => {
  before(() => openStage());
  after(() => stage.close());

  const refusedBeforeAsking: Record<string, () => Promise<{ query: string; headers?: string[] }>> = {
    'no token': async () => ({ query: '' }),
    'an empty token': async () => ({ query: 'access_token=' }),
    'text that is no token': async () => ({ query: 'access_token=nothing' }),
    'the signature of a stranger': async () => ({ query: `access_token=${await tokenBy(stranger)}` }),
    'an unsigned token': async () => {
      const [, payload] = (await stage.token()).split('.');
      const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
      return { query: `access_token=${head}.${payload}.` };
    },
    'an expired token': async () => ({ query: `access_token=${await tokenBy(stage.engine, -120)}` }),
    'the same token twice': async () => {
      const token = await stage.token();
      return { query: `access_token=${token}&access_token=${token}` };
    },
    'an encoded second token': async () => {
      const token = await stage.token();
      return { query: `access_token=${token}&%61ccess_token=${token}` };
    },
    'a token in the query and in the header': async () => {
      const token = await stage.token();
      return { query: `access_token=${token}`, headers: [`Authorization: Bearer ${token}`] };
    },
    'two headers': async () => {
      const header = `Authorization: Bearer ${await stage.token()}`;
      return { query: '', headers: [header, header] };
    },
    'another scheme': async () => ({ query: '', headers: [`Authorization: Basic ${await stage.token()}`] }),
  };
  for (const [what, make] of Object.entries(refusedBeforeAsking)) {
    test(`${what}: refused before the database and the media server are asked`, async () => {
      const { query, headers = [] } = await make();
      for (const path of ['/rtc', '/rtc/v1']) {
        const received = await upgrade(stage.url, `${path}?${query}`, headers);
        assert.deepEqual(statusesIn(received), [401], path);
        assert.equal(JSON.parse(received.split('\r\n\r\n')[1] ?? '').code, 'unauthorized');
      }
      const [name, value] = headers.length === 1 ? (headers[0]?.split(': ') ?? []) : [];
      if (headers.length < 2) {
        const plain = name && value ? { [name]: value } : {};
        const { status } = await fetch(`${stage.url}/rtc/validate?${query}`, { headers: plain });
        assert.equal(status, 401);
      }
      assert.deepEqual([stage.asked, stage.upstream.length], [[], 0]);
    });
  }

  test('a holder who may not be in the call is refused, and opens no connection to the media server', async () => {
    stage.mayConnect = async () => false;
    const received = await upgrade(stage.url, `/rtc?access_token=${await stage.token()}`);
    assert.deepEqual(statusesIn(received), [403]);
    assert.match(received, /"code":"removed_from_call"/);
    assert.deepEqual([stage.asked, stage.upstream.length], [['ann'], 0]);
    stage.mayConnect = async () => true;
  });

  test('a fault of the permission check is a 500, and nothing more', async () => {
    stage.mayConnect = async () => {
      throw new Error('a fault');
    };
    assert.deepEqual(await attempt(), [500]);
    stage.mayConnect = async () => true;
    assert.deepEqual(await (await fetch(`${stage.url}/none`)).status, 404);
  });
});

suite('the sockets of signalling', () => {
  before(() => openStage({ handshakeMs: 300, closeMs: 300 }));
  after(() => stage.close());
  afterEach(() => {
    stage.onRequest = (socket) => socket.write(accepted);
    stage.mayConnect = async () => true;
    stage.upstream.length = 0;
  });

  test('the media server gets the token and what a handshake needs, no cookies and no other headers', async () => {
    const others = ['Cookie: lectern=secret', 'X-Forwarded-For: 198.51.100.7', 'Origin: https://x.example'];
    const client = await openSocket(stage.url);
    const token = await stage.token();
    const more = ['Sec-WebSocket-Protocol: a', 'User-Agent: tests', ...others];
    client.write(upgradeHead(`/rtc/v1?join_request=a%2Bb&access_token=${token}&sid=c`, more));
    await once(client, 'data');
    const [line, ...lines] = (stage.upstream[0]?.received ?? '').trim().split('\r\n');
    assert.equal(line, 'GET /rtc/v1?join_request=a%2Bb&sid=c HTTP/1.1');
    const names = lines.map((header) => header.split(':')[0]?.toLowerCase()).sort();
    const handshake = ['sec-websocket-key', 'sec-websocket-protocol', 'sec-websocket-version', 'upgrade'];
    const rest = ['authorization', 'connection', 'host', ...handshake, 'user-agent', 'x-forwarded-for'];
    assert.deepEqual(names, rest);
    assert.ok(lines.includes(`authorization: Bearer ${token}`));
    assert.ok(lines.includes('x-forwarded-for: 198.51.100.7'), 'the address as a trusted proxy names it');
    client.destroy();
  });

  test('bytes pass in both directions as they are, also invalid frames', async () => {
    const client = await joined();
    client.write(Buffer.of(0xf1, 0x00, 0xff));
    await until(() => stage.upstream[0]?.received.endsWith('\xf1\x00\xff'), 'the bytes to arrive');
    stage.upstream[0]?.socket.write(Buffer.of(0xf1, 0x00, 0xfe));
    const [bytes] = await once(client, 'data');
    assert.deepEqual([...(bytes as Buffer)], [0xf1, 0x00, 0xfe]);
    client.destroy();
  });

  const endings: Record<string, (side: Socket) => void> = {
    'closes in order': (side) => side.end(),
    'is reset': (side) => side.resetAndDestroy(),
    'is destroyed': (side) => side.destroy(),
  };
  for (const [what, end] of Object.entries(endings)) {
    test(`one side ${what}: the other is closed too`, async () => {
      const first = await joined();
      const [theirs] = stage.upstream;
      assert.ok(theirs);
      end(first);
      await left(theirs.socket);
      const second = await joined();
      const other = stage.upstream[1];
      assert.ok(other);
      end(other.socket);
      await closed(second.resume());
    });
  }

  test('a socket that closes while its permission is checked leaves no connection behind', async () => {
    let answer: (may: boolean) => void = () => undefined;
    stage.mayConnect = () =>
      new Promise((done) => {
        answer = done;
      });
    for (const end of [endings['is reset'], endings['is destroyed']]) {
      const before = stage.asked.length;
      const client = await openSocket(stage.url);
      client.write(upgradeHead(`/rtc?access_token=${await stage.token()}`));
      await until(() => stage.asked.length > before, 'the check to begin');
      end?.(client);
      const held = stage.clients.at(-1);
      await until(() => held?.destroyed || held?.readableEnded, 'the server to notice');
      answer(true);
      await until(() => held?.destroyed, 'the socket to be closed');
    }
    stage.mayConnect = async () => true;
    await joined();
    assert.equal(stage.upstream.length, 1);
  });

  test('a media server that never answers the handshake: the client is refused in time', async () => {
    stage.onRequest = () => undefined;
    assert.deepEqual(await attempt(), [503]);
    await until(
      () => stage.upstream[0]?.socket.destroyed || stage.upstream[0]?.socket.readableEnded,
      'its end',
    );
  });

  test('a media server that closes in the middle of the handshake: 503', async () => {
    stage.onRequest = (socket) => socket.destroy();
    const received = await upgrade(stage.url, `/rtc?access_token=${await stage.token()}`);
    assert.deepEqual(statusesIn(received), [503]);
    assert.match(received, /"code":"engine_away"/);
  });

  test('what the media server refuses is passed on, and the connection closes', async () => {
    stage.onRequest = (socket) => socket.write('HTTP/1.1 400 Bad Request\r\nContent-Length: 4\r\n\r\nno\r\n');
    const received = await upgrade(stage.url, `/rtc?access_token=${await stage.token()}`);
    assert.match(received, /^HTTP\/1\.1 400 [\s\S]*no\r\n$/);
    stage.onRequest = (socket) => socket.write('HTTP/1.1 400 Bad Request\r\nContent-Length: 4\r\n\r\n');
    assert.deepEqual(await attempt(), [400], 'also when its response has no end');
  });

  test('bytes before the handshake wait at the client, and none is lost', async () => {
    let media: Socket | undefined;
    stage.onRequest = (socket) => {
      media = socket;
    };
    const client = await openSocket(stage.url);
    client.write(upgradeHead(`/rtc?access_token=${await stage.token()}`));
    const early = Buffer.alloc(12 << 20, 'x');
    client.write(early);
    await until(() => media, 'the media server to be asked');
    assert.ok(client.writableLength > 4 << 20, 'most of them are not taken from the client');
    media?.write(accepted);
    await until(() => (stage.upstream[0]?.received.length ?? 0) > early.length, 'all of them to arrive');
    client.destroy();
  });

  test('whoever sends more than signalling needs is disconnected', async () => {
    const client = await joined();
    client.write(Buffer.alloc(20 << 20));
    await closed(client);
    await until(() => stage.upstream[0]?.socket.readableEnded, 'the media server to be left');
  });

  test('the media server is asked for the registered path, however the target is written', async () => {
    stage.onRequest = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nsuccess');
    for (const prefix of ['http://elsewhere.example', 'http://elsewhere.example:1/..', '']) {
      const client = await openSocket(stage.url);
      const target = `${prefix}/rtc/validate?a=b&access_token=${await stage.token()}`;
      client.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      const [status] = statusesIn(await readAll(client));
      if (status !== 200) {
        assert.deepEqual([status, stage.upstream.length], [404, 0], target);
        continue;
      }
      const asked = stage.upstream.pop()?.received ?? '';
      assert.ok(asked.startsWith('GET /rtc/validate?a=b HTTP/1.1\r\n'), asked);
    }
  });

  test('validation says what the media server says', async () => {
    stage.onRequest = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nsuccess');
    for (const path of ['/rtc/validate', '/rtc/v1/validate']) {
      const response = await fetch(`${stage.url}${path}?access_token=${await stage.token()}&a=b`, {
        headers: { cookie: 'lectern=secret' },
      });
      assert.deepEqual([response.status, await response.text()], [200, 'success']);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      const asked = stage.upstream.at(-1)?.received ?? '';
      assert.ok(asked.startsWith(`GET ${path}?a=b HTTP/1.1\r\n`), asked);
      assert.doesNotMatch(asked, /cookie|lectern=secret/i);
    }
    stage.onRequest = (socket) => socket.destroy();
    const { status } = await fetch(`${stage.url}/rtc/validate?access_token=${await stage.token()}`);
    assert.equal(status, 503);
  });
});

suite('the limits of signalling', () => {
  afterEach(() => stage.close());
  const from = (address: string) => [`X-Forwarded-For: ${address}`];

  test('open connections are counted by address and in total, until they close', async () => {
    await openStage({ connections: 3, connectionsByAddress: 2, closeMs: 100 });
    const first = await joined(from('2001:db8::1'));
    await joined(from('2001:db8::ffff:1'));
    assert.deepEqual(await attempt(from('2001:db8::2')), [503], 'one /64 is one address');
    await joined(from('198.51.100.7'));
    assert.deepEqual(await attempt(from('198.51.100.8')), [503], 'the total');
    first.destroy();
    await until(async () => (await attemptOnce(from('2001:db8::3'))) === 101, 'a free place');
  });

  test('connections without a genuine token use up nothing of the total', async () => {
    await openStage({ connections: 1, connectionsByAddress: 2 });
    const lingering = await Promise.all(
      [1, 2, 3].map(async (last) => {
        const client = await openSocket(stage.url);
        // It never reads, so that the server's side stays open for a while.
        client.write(upgradeHead('/rtc?access_token=none', from(`198.51.100.${last}`)));
        return client;
      }),
    );
    await until(() => stage.clients.filter((held) => held.writableEnded).length === 3, 'three refusals');
    assert.ok(stage.clients.every((held) => !held.closed));
    await joined(from('198.51.100.9'));
    assert.deepEqual(await attempt(from('198.51.100.10')), [503], 'the total');
    for (const client of lingering) client.destroy();
  });

  /** One attempt that is given up as soon as it is answered. */
  async function attemptOnce(headers: string[]): Promise<number | undefined> {
    const client = await openSocket(stage.url);
    client.write(upgradeHead(`/rtc?access_token=${await stage.token()}`, headers));
    const [first] = await once(client, 'data');
    client.destroy();
    return statusesIn(String(first))[0];
  }

  const statusOf = async (query: string, address: string) => {
    const received = await upgrade(stage.url, `/rtc?${query}`, from(address));
    if (received.includes(' 429 ')) assert.match(received, /\r\nretry-after: \d+\r\n/);
    return statusesIn(received)[0];
  };

  test('attempts are counted by address, before the token is looked at', async () => {
    await openStage({ attempts: 2, attemptsByAddress: 2 });
    const statuses: (number | undefined)[] = [];
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3'])
      statuses.push(await statusOf('access_token=none', address));
    assert.deepEqual(statuses, [401, 401, 429]);
    const headers = { 'x-forwarded-for': '2001:db8::4' };
    assert.equal((await fetch(`${stage.url}/rtc/validate`, { headers })).status, 429);
  });

  test('attempts with genuine tokens are counted in total; forged ones use nothing of it', async () => {
    await openStage({ attempts: 2, attemptsByAddress: 100 });
    stage.mayConnect = async () => false;
    const genuine = `access_token=${await stage.token()}`;
    for (const last of [1, 2, 3])
      assert.equal(await statusOf('access_token=none', `198.51.100.${last}`), 401);
    for (const last of [4, 5]) assert.equal(await statusOf(genuine, `198.51.100.${last}`), 403);
    assert.equal(await statusOf(genuine, '198.51.100.6'), 429);
  });

  test('0 attempts means any number of them', async () => {
    await openStage({ attempts: 0, attemptsByAddress: 0 });
    for (let count = 0; count < 20; count += 1) {
      assert.deepEqual(statusesIn(await upgrade(stage.url, '/rtc')), [401]);
    }
  });
});
