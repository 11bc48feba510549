import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { connect } from 'node:tls';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { clientAddress, type StartedProxy, startProxy } from '../../testing/proxies/proxy.ts';
import { bytesType, metadataOf, tusHeaders, videoBytes } from '../../testing/uploads.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: LecternProcess;
let group: TestGroup;
before(async () => {
  lectern = await startLectern({ LECTERN_TRUSTED_PROXIES: '127.0.0.1/32' });
  group = await makeGroup(lectern);
});
after(() => lectern?.remove());

/** More than the proxies of most systems accept by default, in one request. */
const uploadBytes = 6 * 1024 * 1024;

const {
  LECTERN_TEST_CADDY: caddy,
  LECTERN_TEST_NGINX: nginx,
  LECTERN_TEST_NGINX_STREAM: module,
} = process.env;
const relayHost = 'turn.meet.example.org';
/** Answers in the place of the relay. */
const relay = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (data) => socket.end(`relayed ${data}`));
});
before(() => new Promise<void>((done) => relay.listen(0, '127.0.0.1', done)));
after(() => relay.close());

const samples = [
  { title: 'caddy', kind: 'caddy', program: caddy, sharesPort: false },
  { title: 'nginx', kind: 'nginx', program: nginx, sharesPort: false },
  { title: 'nginx with a relay', kind: 'nginx', program: module && nginx, sharesPort: true },
] as const;

for (const { title, kind, program, sharesPort } of samples) {
  suite(`the sample of ${title}`, () => {
    const missing = program ? undefined : `not to be had here: ${title}`;
    let proxy: StartedProxy;
    before(async () => {
      const { port } = relay.address() as AddressInfo;
      const shared = sharesPort && module ? { relay: { host: relayHost, port, module } } : {};
      if (program) proxy = await startProxy(kind, { program, url: lectern.url, ...shared });
    });
    after(() => proxy?.stop());
    const json = { 'content-type': 'application/json' };
    const bearer = () => ({ authorization: `Bearer ${lectern.owner.personalToken}` });

    test('serves the pages over TLS, and ranges of files', async (t) => {
      if (missing) return t.skip(missing);
      const page = await proxy.ask({ path: '/' });
      assert.equal(page.status, 200);
      const script = /src="(\/[^"]+\.js)"/.exec(page.body.toString())?.[1] ?? '';
      const part = await proxy.ask({ path: script, headers: { range: 'bytes=10-19' } });
      assert.deepEqual([part.status, part.body.length], [206, 10]);
      assert.match(String(part.headers['content-range']), /^bytes 10-19\/\d+$/);
    });

    test('tells Lectern the address of the client, whatever the client says', async (t) => {
      if (missing) return t.skip(missing);
      const { clientId: client_id, clientSecret: client_secret, email: username, password } = lectern.owner;
      const body = JSON.stringify({ client_id, client_secret, grant_type: 'password', username, password });
      const headers = { ...json, 'x-forwarded-for': '203.0.113.9' };
      const answer = await proxy.ask({ method: 'POST', path: '/v1/auth/token', headers, body });
      assert.equal(answer.status, 200, answer.body.toString());
      const { access_token } = JSON.parse(answer.body.toString());
      const { items } = await lectern.client(access_token).listSessions();
      assert.equal(items.find(({ isCurrent }) => isCurrent)?.ip, clientAddress);
    });

    test('passes an upload of some megabytes on', async (t) => {
      if (missing) return t.skip(missing);
      const tus = { ...tusHeaders, ...bearer() };
      const created = await proxy.ask({
        method: 'POST',
        path: `/v1/spaces/${group.spaceId}/assets`,
        headers: {
          ...tus,
          'upload-length': String(uploadBytes),
          'upload-metadata': metadataOf({ filename: `${title}.mp4` }),
        },
      });
      assert.equal(created.status, 201, created.body.toString());
      const path = new URL(String(created.headers.location), lectern.url).pathname;
      const sent = await proxy.ask({
        ...{ method: 'PATCH', path, body: videoBytes(uploadBytes) },
        headers: { ...tus, 'content-type': bytesType, 'upload-offset': '0' },
      });
      assert.equal(sent.status, 204, sent.body.toString());
      assert.equal(sent.headers['upload-offset'], String(uploadBytes));
    });

    test("passes the chat's socket on", async (t) => {
      if (missing) return t.skip(missing);
      const socket = await proxy.connect('/connection/websocket');
      const answer = new Promise((done) => socket.once('message', (data) => done(String(data))));
      socket.send(JSON.stringify({ id: 1, connect: { token: 'none' } }));
      assert.match(String(await Promise.race([answer, closeOf(socket)])), /^(\{"id":1|closed 3500)/);
      socket.terminate();
    });

    test('logs no secret of an address', async (t) => {
      if (missing) return t.skip(missing);
      const secret = 'hush-hush';
      const paths = [
        ...[`/room/algebra?accessToken=${secret}`, `/rtc?access_token=${secret}`, `/files/${secret}`],
        ...[`/v1/playlists/${secret}/index.m3u8`, `/invite/1/${secret}`, `/v1/spaces/1/invites/${secret}`],
      ];
      for (const path of paths) {
        const { status } = await proxy.ask({
          path,
          headers: { referer: `https://example.org/?token=${secret}` },
        });
        assert.ok(status < 500, `${path}: ${status}`);
      }
      if (kind === 'nginx')
        await waitUntil(() => proxy.logs().includes('GET /v1/spaces/1/invites/"'), {
          ...{ timeout: 10_000, message: () => `the last request to be logged:\n${proxy.logs()}` },
        });
      assert.doesNotMatch(proxy.logs(), new RegExp(secret));
    });

    if (sharesPort) {
      test('passes connections to the name of the relay on to it, without TLS', async (t) => {
        if (missing) return t.skip(missing);
        const { port } = proxy;
        const socket = connect({ host: '127.0.0.1', port, servername: relayHost, rejectUnauthorized: false });
        // nginx ends the connection when one side ends.
        socket.write('bytes');
        assert.equal(await text(socket), 'relayed bytes');
      });
    }

    test('passes the signalling of calls on to the media server', async (t) => {
      if (missing) return t.skip(missing);
      const entered = await enterBy(lectern, group, { url: await makeLink(group) });
      const { signalingToken } = await entered.api.issueSignalingToken(entered.at);
      const socket = await proxy.connect(`/rtc?access_token=${signalingToken}&auto_subscribe=1&protocol=15`);
      const joined = await new Promise<Buffer>((done) =>
        socket.once('message', (data: Buffer) => done(data)),
      );
      assert.ok(joined.length > 50, 'the media server describes the room');
      socket.terminate();
    });
  });
}

const closeOf = (socket: { once(event: 'close', listener: (code: number) => void): unknown }) =>
  new Promise<string>((done) => socket.once('close', (code) => done(`closed ${code}`)));
