import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, afterEach, before, suite, test } from 'node:test';
import { openSocket, readAll, statusesIn, upgradeHead } from '../../../testing/attacks/raw-socket.ts';
import { upgrade } from '../../../testing/attacks/upgrades.ts';
import { waitUntil } from '../../../testing/wait.ts';
import type { SignallingLimits } from './signalling.ts';
import { accepted, SignallingServer, stranger, tokenBy } from './testing/signalling-server.ts';

const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 10_000, message });

let server: SignallingServer;
const openServer = async (limits: Partial<SignallingLimits> = {}) => {
  server = await SignallingServer.open(limits);
};

/** A client that the proxy has connected to the media server. */
async function joined(headers: string[] = []): Promise<Socket> {
  const client = await openSocket(server.url);
  client.write(upgradeHead(`/rtc?access_token=${await server.token()}`, headers));
  const [first] = await once(client, 'data');
  assert.match(String(first), /^HTTP\/1\.1 101 /);
  return client;
}

const attempt = async (headers: string[] = []): Promise<number[]> =>
  statusesIn(await upgrade(server.url, `/rtc?access_token=${await server.token()}`, headers));

/** Writes until a reset shows that the other side has closed its socket, not only one direction. */
async function left(socket: Socket): Promise<void> {
  await until(() => {
    if (socket.readableEnded) socket.write('still there?');
    return socket.closed;
  }, 'the other side to be gone');
}

const closed = (socket: Socket) => until(() => socket.closed, 'the socket to close');

suite('the credentials of signalling', () => {
  before(() => openServer());
  after(() => server.close());

  const refusedBeforeAsking: Record<string, () => Promise<{ query: string; headers?: string[] }>> = {
    'no token': async () => ({ query: '' }),
    'an empty token': async () => ({ query: 'access_token=' }),
    'text that is no token': async () => ({ query: 'access_token=nothing' }),
    'the signature of a stranger': async () => ({ query: `access_token=${await tokenBy(stranger)}` }),
    'an unsigned token': async () => {
      const [, payload] = (await server.token()).split('.');
      const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
      return { query: `access_token=${head}.${payload}.` };
    },
    'an expired token': async () => ({ query: `access_token=${await tokenBy(server.engine, -120)}` }),
    'the same token twice': async () => {
      const token = await server.token();
      return { query: `access_token=${token}&access_token=${token}` };
    },
    'an encoded second token': async () => {
      const token = await server.token();
      return { query: `access_token=${token}&%61ccess_token=${token}` };
    },
    'a token in the query and in the header': async () => {
      const token = await server.token();
      return { query: `access_token=${token}`, headers: [`Authorization: Bearer ${token}`] };
    },
    'two headers': async () => {
      const header = `Authorization: Bearer ${await server.token()}`;
      return { query: '', headers: [header, header] };
    },
    'another scheme': async () => ({ query: '', headers: [`Authorization: Basic ${await server.token()}`] }),
  };
  for (const [what, make] of Object.entries(refusedBeforeAsking)) {
    test(`${what}: refused without asking the database or the media server`, async () => {
      const { query, headers = [] } = await make();
      for (const path of ['/rtc', '/rtc/v1']) {
        const received = await upgrade(server.url, `${path}?${query}`, headers);
        assert.deepEqual(statusesIn(received), [401], path);
        assert.equal(JSON.parse(received.split('\r\n\r\n')[1] ?? '').code, 'unauthorized');
      }
      const [name, value] = headers.length === 1 ? (headers[0]?.split(': ') ?? []) : [];
      if (headers.length < 2) {
        const plain = name && value ? { [name]: value } : {};
        const { status } = await fetch(`${server.url}/rtc/validate?${query}`, { headers: plain });
        assert.equal(status, 401);
      }
      assert.deepEqual([server.asked, server.upstream.length], [[], 0]);
    });
  }

  test("a token's holder who may not be in the call is refused, without a connection to the media server", async () => {
    server.mayConnect = async () => false;
    const received = await upgrade(server.url, `/rtc?access_token=${await server.token()}`);
    assert.deepEqual(statusesIn(received), [403]);
    assert.match(received, /"code":"removed_from_call"/);
    assert.deepEqual([server.asked, server.upstream.length], [['ann'], 0]);
    server.mayConnect = async () => true;
  });

  test('an error in the permission check gives a 500, and no connection', async () => {
    server.mayConnect = async () => {
      throw new Error("the test's own error");
    };
    assert.deepEqual(await attempt(), [500]);
    server.mayConnect = async () => true;
    assert.deepEqual(await (await fetch(`${server.url}/none`)).status, 404);
  });
});

suite('the sockets of signalling', () => {
  before(() => openServer({ handshakeMs: 300, closeMs: 300 }));
  after(() => server.close());
  afterEach(() => {
    server.onRequest = (socket) => socket.write(accepted);
    server.mayConnect = async () => true;
    server.upstream.length = 0;
  });

  test('the media server gets the token and the handshake headers, but no cookies and no other headers', async () => {
    const others = ['Cookie: lectern=secret', 'X-Forwarded-For: 198.51.100.7', 'Origin: https://x.example'];
    const client = await openSocket(server.url);
    const token = await server.token();
    // A compressed message of a few bytes would take gigabytes in the media server.
    const compressed = 'Sec-WebSocket-Extensions: permessage-deflate';
    const more = ['Sec-WebSocket-Protocol: a', 'User-Agent: tests', compressed, ...others];
    client.write(upgradeHead(`/rtc/v1?join_request=a%2Bb&access_token=${token}&sid=c`, more));
    await once(client, 'data');
    const [line, ...lines] = (server.upstream[0]?.received ?? '').trim().split('\r\n');
    assert.equal(line, 'GET /rtc/v1?join_request=a%2Bb&sid=c HTTP/1.1');
    const names = lines.map((header) => header.split(':')[0]?.toLowerCase()).sort();
    const handshake = ['sec-websocket-key', 'sec-websocket-protocol', 'sec-websocket-version', 'upgrade'];
    const rest = ['authorization', 'connection', 'host', ...handshake, 'user-agent', 'x-forwarded-for'];
    assert.deepEqual(names, rest);
    assert.ok(lines.includes(`authorization: Bearer ${token}`));
    assert.ok(
      lines.includes('x-forwarded-for: 198.51.100.7'),
      "the client's address as a trusted proxy reports it",
    );
    client.destroy();
  });

  test('parameters that no stock client needs are dropped: `publish` would make a second participant of one token', async () => {
    const stock = 'reconnect=1&sid=PA_1&reconnect_reason=2&auto_subscribe=1&join_request=a%2Bb';
    for (const more of ['publish=x', '%70ublish=x', 'publish=x&publish=y', 'attributes=e30%3D&room=other']) {
      const client = await openSocket(server.url);
      client.write(upgradeHead(`/rtc?${more}&${stock}&access_token=${await server.token()}`));
      await once(client, 'data');
      const [line] = server.upstream.at(-1)?.received.split('\r\n') ?? [];
      assert.equal(line, `GET /rtc?${stock} HTTP/1.1`, more);
      client.destroy();
    }
  });

  test('bytes pass unchanged in both directions, even invalid frames', async () => {
    const client = await joined();
    client.write(Buffer.of(0xf1, 0x00, 0xff));
    await until(() => server.upstream[0]?.received.endsWith('\xf1\x00\xff'), 'the bytes to arrive');
    server.upstream[0]?.socket.write(Buffer.of(0xf1, 0x00, 0xfe));
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
    test(`when one side ${what}, the other is closed too`, async () => {
      const first = await joined();
      const [theirs] = server.upstream;
      assert.ok(theirs);
      end(first);
      await left(theirs.socket);
      const second = await joined();
      const other = server.upstream[1];
      assert.ok(other);
      end(other.socket);
      await closed(second.resume());
    });
  }

  test('a socket that closes during its permission check leaves no connection', async () => {
    let answer: (may: boolean) => void = () => undefined;
    server.mayConnect = () =>
      new Promise((done) => {
        answer = done;
      });
    for (const end of [endings['is reset'], endings['is destroyed']]) {
      const before = server.asked.length;
      const client = await openSocket(server.url);
      client.write(upgradeHead(`/rtc?access_token=${await server.token()}`));
      await until(() => server.asked.length > before, 'the check to begin');
      end?.(client);
      const held = server.clients.at(-1);
      await until(() => held?.destroyed || held?.readableEnded, 'the server to notice');
      answer(true);
      await until(() => held?.destroyed, 'the socket to be closed');
    }
    server.mayConnect = async () => true;
    await joined();
    assert.equal(server.upstream.length, 1);
  });

  test('the client is refused in time when the media server does not respond to the handshake', async () => {
    server.onRequest = () => undefined;
    assert.deepEqual(await attempt(), [503]);
    await until(
      () => server.upstream[0]?.socket.destroyed || server.upstream[0]?.socket.readableEnded,
      'its end',
    );
  });

  test('503 when the media server closes during the handshake', async () => {
    server.onRequest = (socket) => socket.destroy();
    const received = await upgrade(server.url, `/rtc?access_token=${await server.token()}`);
    assert.deepEqual(statusesIn(received), [503]);
    assert.match(received, /"code":"engine_away"/);
  });

  test('a refusal by the media server is passed on, and the connection closes', async () => {
    server.onRequest = (socket) =>
      socket.write('HTTP/1.1 400 Bad Request\r\nContent-Length: 4\r\n\r\nno\r\n');
    const received = await upgrade(server.url, `/rtc?access_token=${await server.token()}`);
    assert.match(received, /^HTTP\/1\.1 400 [\s\S]*no\r\n$/);
    server.onRequest = (socket) => socket.write('HTTP/1.1 400 Bad Request\r\nContent-Length: 4\r\n\r\n');
    assert.deepEqual(await attempt(), [400], 'also when its response has no end');
  });

  test('bytes before the handshake wait at the client, and none is lost', async () => {
    let media: Socket | undefined;
    server.onRequest = (socket) => {
      media = socket;
    };
    const client = await openSocket(server.url);
    client.write(upgradeHead(`/rtc?access_token=${await server.token()}`));
    const early = Buffer.alloc(12 << 20, 'x');
    client.write(early);
    await until(() => media, 'the media server to be asked');
    assert.ok(client.writableLength > 4 << 20, 'most of them are not read from the client');
    media?.write(accepted);
    await until(() => (server.upstream[0]?.received.length ?? 0) > early.length, 'all of them to arrive');
    client.destroy();
  });

  test('a client that sends more than signalling needs is disconnected', async () => {
    const client = await joined();
    client.write(Buffer.alloc(20 << 20));
    await closed(client);
    await until(() => server.upstream[0]?.socket.readableEnded, 'the media server to be left');
  });

  test('the media server gets the registered path, however the target is written', async () => {
    server.onRequest = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nsuccess');
    for (const prefix of ['http://elsewhere.example', 'http://elsewhere.example:1/..', '']) {
      const client = await openSocket(server.url);
      const target = `${prefix}/rtc/validate?sdk=js&access_token=${await server.token()}`;
      client.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      const [status] = statusesIn(await readAll(client));
      if (status !== 200) {
        assert.deepEqual([status, server.upstream.length], [404, 0], target);
        continue;
      }
      const asked = server.upstream.pop()?.received ?? '';
      assert.ok(asked.startsWith('GET /rtc/validate?sdk=js HTTP/1.1\r\n'), asked);
    }
  });

  test("`validate` returns the media server's response", async () => {
    server.onRequest = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nsuccess');
    for (const path of ['/rtc/validate', '/rtc/v1/validate']) {
      const response = await fetch(`${server.url}${path}?access_token=${await server.token()}&sdk=js`, {
        headers: { cookie: 'lectern=secret' },
      });
      assert.deepEqual([response.status, await response.text()], [200, 'success']);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      const asked = server.upstream.at(-1)?.received ?? '';
      assert.ok(asked.startsWith(`GET ${path}?sdk=js HTTP/1.1\r\n`), asked);
      assert.doesNotMatch(asked, /cookie|lectern=secret/i);
    }
    server.onRequest = (socket) => socket.destroy();
    const { status } = await fetch(`${server.url}/rtc/validate?access_token=${await server.token()}`);
    assert.equal(status, 503);
  });
});

suite('the limits of signalling', () => {
  afterEach(() => server.close());
  const from = (address: string) => [`X-Forwarded-For: ${address}`];

  test('open connections are counted by address and in total, until they close', async () => {
    await openServer({ connections: 3, connectionsByAddress: 2, closeMs: 100 });
    const first = await joined(from('2001:db8::1'));
    await joined(from('2001:db8::ffff:1'));
    assert.deepEqual(await attempt(from('2001:db8::2')), [503], 'one /64 counts as one address');
    await joined(from('198.51.100.7'));
    assert.deepEqual(await attempt(from('198.51.100.8')), [503], 'the total');
    first.destroy();
    await until(async () => (await attemptOnce(from('2001:db8::3'))) === 101, 'a free place');
  });

  test('connections without a valid token do not count towards the total', async () => {
    await openServer({ connections: 1, connectionsByAddress: 2 });
    const lingering = await Promise.all(
      [1, 2, 3].map(async (last) => {
        const client = await openSocket(server.url);
        // The client never reads, so that the server's side stays open for a while.
        client.write(upgradeHead('/rtc?access_token=none', from(`198.51.100.${last}`)));
        return client;
      }),
    );
    await until(() => server.clients.filter((held) => held.writableEnded).length === 3, 'three refusals');
    assert.ok(server.clients.every((held) => !held.closed));
    await joined(from('198.51.100.9'));
    assert.deepEqual(await attempt(from('198.51.100.10')), [503], 'the total');
    for (const client of lingering) client.destroy();
  });

  /** Connects, reads the status and disconnects. */
  async function attemptOnce(headers: string[]): Promise<number | undefined> {
    const client = await openSocket(server.url);
    client.write(upgradeHead(`/rtc?access_token=${await server.token()}`, headers));
    const [first] = await once(client, 'data');
    client.destroy();
    return statusesIn(String(first))[0];
  }

  const statusOf = async (query: string, address: string) => {
    const received = await upgrade(server.url, `/rtc?${query}`, from(address));
    if (received.includes(' 429 ')) assert.match(received, /\r\nretry-after: \d+\r\n/);
    return statusesIn(received)[0];
  };

  test('attempts are counted by address, before the token is checked', async () => {
    await openServer({ attempts: 2, attemptsByAddress: 2 });
    const statuses: (number | undefined)[] = [];
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3'])
      statuses.push(await statusOf('access_token=none', address));
    assert.deepEqual(statuses, [401, 401, 429]);
    const headers = { 'x-forwarded-for': '2001:db8::4' };
    assert.equal((await fetch(`${server.url}/rtc/validate`, { headers })).status, 429);
  });

  test('attempts with valid tokens count towards the total; forged ones do not', async () => {
    await openServer({ attempts: 2, attemptsByAddress: 100 });
    server.mayConnect = async () => false;
    const genuine = `access_token=${await server.token()}`;
    for (const last of [1, 2, 3])
      assert.equal(await statusOf('access_token=none', `198.51.100.${last}`), 401);
    for (const last of [4, 5]) assert.equal(await statusOf(genuine, `198.51.100.${last}`), 403);
    assert.equal(await statusOf(genuine, '198.51.100.6'), 429);
  });

  test('a limit of 0 allows any number of attempts', async () => {
    await openServer({ attempts: 0, attemptsByAddress: 0 });
    for (let count = 0; count < 20; count += 1) {
      assert.deepEqual(statusesIn(await upgrade(server.url, '/rtc')), [401]);
    }
  });
});
