import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { clientAddress, type StartedProxy, startProxy } from '../../testing/proxies/proxy.ts';
import { bytesType, metadataOf, tusHeaders, videoBytes } from '../../testing/uploads.ts';

let lectern: LecternProcess;
let group: TestGroup;
before(async () => {
  lectern = await startLectern({ LECTERN_TRUSTED_PROXIES: '127.0.0.1/32' });
  group = await makeGroup(lectern);
});
after(() => lectern?.remove());

/** More than the proxies of most systems accept by default, in one request. */
const uploadBytes = 6 * 1024 * 1024;

const programs = { caddy: process.env.LECTERN_TEST_CADDY, nginx: process.env.LECTERN_TEST_NGINX };

for (const [kind, program] of Object.entries(programs) as ['caddy' | 'nginx', string | undefined][]) {
  suite(`the sample of ${kind}`, () => {
    const missing = program ? undefined : `not to be had here: ${kind}`;
    let proxy: StartedProxy;
    before(async () => {
      if (program) proxy = await startProxy(kind, { program, url: lectern.url });
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
          'upload-metadata': metadataOf({ filename: `${kind}.mp4` }),
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
