import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeGroup, tokenIn } from '../../testing/group.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { sendRaw } from '../../testing/raw.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: Lectern;
before(async () => {
  lectern = await startLectern({ LECTERN_LOG_LEVEL: 'debug' });
});
after(() => lectern?.remove());

const closed = (socket: WebSocket) => new Promise((done) => socket.addEventListener('close', done));

test('no log contains a token, at any log level and after any failure', async () => {
  const { owner, spaceId, room, at } = await makeGroup(lectern);
  const { url } = await owner.generateAccess({ ...at, body: { username: 'Ann', role: 'user' } });
  const [accessToken, clientUniqueId] = [tokenIn(url), 'the secret of one browser'];
  const { access_token: session } = await lectern
    .client()
    .openAccessLink({ body: { accessToken, clientUniqueId } });
  const entered = await lectern
    .client(session)
    .createParticipant({ spaceId, body: { roomId: room.id, clientUniqueId } });
  const group = { spaceId, participantId: entered.id };
  const signals = lectern.client(entered.access_token);
  const { signalingToken } = await signals.issueSignalingToken(group);
  const { secret } = await owner.createWebhook({
    spaceId,
    body: { url: `${lectern.url}/?key=of-the-receiver` },
  });

  const get = (path: string) => sendRaw(lectern.url, { method: 'GET', path });
  await get(`/room/${room.alias}?accessToken=${accessToken}`);
  await get(`/room/%zz?accessToken=${accessToken}`);
  await get(`/rooms?accessToken=${accessToken}`);
  await get(`/rtc/validate?access_token=${signalingToken}`);
  const signalling = `${lectern.url.replace('http', 'ws')}/rtc?access_token=${signalingToken}`;
  await closed(new WebSocket(`${signalling}damaged`));
  const socket = new WebSocket(signalling);
  await new Promise((done) => socket.addEventListener('open', done));
  socket.close();
  await closed(socket);
  await sendRaw(lectern.url, {
    path: '/engine/livekit',
    token: signalingToken,
    body: '{}',
    type: 'text/plain',
  });
  await waitUntil(() => lectern.output().includes('/engine/livekit'), {
    timeout: 5000,
    message: 'the log line of the last request',
  });

  const { clientToken, userToken, personalToken, password, clientSecret } = lectern.owner;
  const secrets = {
    ...{
      clientToken,
      userToken,
      personalToken,
      password,
      clientSecret,
      accessToken,
      clientUniqueId,
      session,
    },
    ...{ signalingToken, secret, participant: entered.access_token, receiver: 'of-the-receiver' },
  };
  const output = lectern.output();
  for (const [name, value] of Object.entries(secrets)) assert.ok(!output.includes(value), name);
});
