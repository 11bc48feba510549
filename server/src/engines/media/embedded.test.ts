import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, beforeEach, suite, test } from 'node:test';
import { DisconnectReason, dispose, VideoCodec } from '@livekit/rtc-node';
import { RoomServiceClient } from 'livekit-server-sdk';
import { blocksOf } from '../../../testing/answers/documents.ts';
import { Person } from '../../../testing/people/person.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { Unstartable } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { startTimeOf } from '../../platform/process/identity.ts';
import {
  type EmbeddedLiveKit,
  type EmbeddedLiveKitOptions,
  levelOfLine,
  startEmbeddedLiveKit,
} from './embedded.ts';
import { configurationFor, resolveAddress } from './embedded-settings.ts';
import { LiveKitEngine } from './livekit.ts';
import { MediaEngineAway, mayPublishAll } from './media.ts';
import { ownSettings } from './testing/own-livekit.ts';

let settings: EmbeddedLiveKitOptions;
let remove: () => Promise<void>;
let running: EmbeddedLiveKit[];

const start = async (changes: Partial<EmbeddedLiveKitOptions> = {}) => {
  const livekit = await startEmbeddedLiveKit({ ...settings, ...changes });
  running.push(livekit);
  return { livekit, engine: new LiveKitEngine(livekit) };
};

const isRunning = (pid: number | undefined) => pid !== undefined && startTimeOf(pid) !== undefined;
const pidOf = (livekit: EmbeddedLiveKit): number => livekit.pid() ?? assert.fail('LiveKit is not running');

const come = async (engine: LiveKitEngine) => {
  const [roomId, participantId, entryId] = [newId(), newId(), newId()];
  const request = { roomId, participantId, name: 'Ada', role: 'user', entryId, publish: mayPublishAll };
  const person = await Person.join(engine.signalUrl, await engine.issueToken(request));
  const listed = async () => (await engine.listParticipants(roomId))[0];
  await waitUntil(listed, { timeout: 5_000, message: 'the participant to be listed' });
  return { person, roomId, entryId, listed };
};

const refusal = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.then(
    () => assert.fail('the start succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Unstartable, `${error}`);
  return error.message;
};

beforeEach(async () => {
  ({ settings, remove } = await ownSettings());
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((livekit) => livekit.stop()));
  await remove();
});

after(() => dispose());

test('lines that any client can cause are not logged, other errors are', () => {
  const line = (msg: string, error: string) =>
    JSON.stringify({ level: 'error', msg, caller: 'x.go:1', error });
  assert.equal(levelOfLine(line('error reading from websocket', 'EOF')), 'quiet');
  assert.equal(levelOfLine(line('could not handle new participant', 'request canceled')), 'quiet');
  assert.equal(levelOfLine(line('could not handle new participant', 'context canceled')), 'quiet');
  assert.equal(levelOfLine(line('could not join room', 'context canceled')), 'quiet');
  assert.equal(levelOfLine(line('could not handle new participant', 'no response')), 'error');
  assert.equal(levelOfLine(line('could not join room', 'no response')), 'error');
  assert.equal(levelOfLine(line('could not list rooms', 'request canceled')), 'error');
  assert.equal(levelOfLine('panic: out of memory'), 'error');
});

suite('the embedded LiveKit', () => {
  test('the secret is readable for this user only and stays the same over starts', async () => {
    const { livekit } = await start();
    const pid = pidOf(livekit);
    for (const file of ['livekit.yaml', 'livekit-keys.json']) {
      const path = join(settings.dataDir, 'engines', file);
      assert.ok(readFileSync(path, 'utf8').includes(livekit.apiSecret), file);
      assert.equal(statSync(path).mode & 0o777, 0o600, file);
    }
    if (existsSync('/proc/self/cmdline')) {
      const told =
        readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8');
      assert.ok(told.includes('--config') && !told.includes(livekit.apiSecret));
    }
    await livekit.stop();
    assert.ok(!isRunning(pid));
    const again = await start();
    assert.equal(again.livekit.apiSecret, livekit.apiSecret);
    assert.ok(livekit.apiSecret.length >= 32);
  });

  test('calls to a stopped media server throw MediaEngineAway', async () => {
    const { livekit, engine } = await start();
    await livekit.stop();
    assert.equal(await engine.health(), false);
    await assert.rejects(engine.listRooms(), MediaEngineAway);
    await assert.rejects(engine.remove(newId(), newId()), MediaEngineAway);
    await assert.rejects(engine.setPublishing(newId(), newId(), mayPublishAll), MediaEngineAway);
  });

  test('a crashed media server is back within two seconds, and its participants reconnect with their entry ids', async () => {
    const { livekit, engine } = await start();
    const { person, entryId, listed } = await come(engine);
    const before = await listed();
    const killed = pidOf(livekit);
    const begun = performance.now();
    process.kill(killed, 'SIGKILL');
    const isBack = () => livekit.pid() !== undefined && livekit.pid() !== killed;
    await waitUntil(isBack, { timeout: 5_000, message: 'the media server to be up' });
    assert.ok(performance.now() - begun < 2_000, `it took ${performance.now() - begun} ms`);
    const back = await waitUntil(listed, { timeout: 30_000, message: 'the client to reconnect' });
    assert.equal(back.entryId, entryId);
    assert.equal(back.role, 'user');
    assert.deepEqual(back.publish, mayPublishAll);
    assert.notEqual(back.sid, before?.sid);
    await person.leave();
  });

  test('the media server outlives a server that was killed, and its call goes on under the next one', async () => {
    const { log: _, ...plain } = settings;
    const holder = spawn(process.execPath, [
      join(import.meta.dirname, 'testing/holder.ts'),
      JSON.stringify(plain),
    ]);
    const [chunk] = await once(holder.stdout, 'data');
    const pid = Number(String(chunk));
    const keys = JSON.parse(readFileSync(join(settings.dataDir, 'engines/livekit-keys.json'), 'utf8'));
    const engine = new LiveKitEngine({ url: `http://127.0.0.1:${settings.port}`, ...keys });
    const { person, listed } = await come(engine);
    const before = await listed();
    const died = once(holder, 'exit');
    holder.kill('SIGKILL');
    await died;
    const { livekit } = await start();
    assert.equal(livekit.pid(), pid);
    assert.equal((await listed())?.sid, before?.sid);
    assert.equal(person.endedBecause, undefined);
    await person.leave();
  });

  test('a clean stop with participants stops the media server, and does not tell them that the call ended', async () => {
    const { livekit, engine } = await start();
    const { person } = await come(engine);
    const pid = pidOf(livekit);
    const begun = performance.now();
    await livekit.stop();
    assert.ok(performance.now() - begun < 4_000, `it took ${performance.now() - begun} ms`);
    assert.ok(!isRunning(pid));
    await waitUntil(() => person.endedBecause !== undefined, { timeout: 2_000, message: 'a disconnect' });
    assert.equal(person.endedBecause, DisconnectReason.SERVER_SHUTDOWN);
  });

  test('a client that asks for AV1 or VP9 sends VP8 or H.264', async () => {
    const { livekit, engine } = await start();
    const rooms = new RoomServiceClient(livekit.url, livekit.apiKey, livekit.apiSecret);
    for (const videoCodec of [VideoCodec.AV1, VideoCodec.VP9]) {
      const { person, roomId } = await come(engine);
      await person.publish('camera', { videoCodec });
      const sent = async () => (await rooms.listParticipants(roomId))[0]?.tracks[0]?.mimeType;
      const codec = await waitUntil(sent, { timeout: 10_000, message: 'the camera to be listed' });
      assert.match(codec, /^video\/(vp8|h264)$/i);
      await person.leave();
    }
  });

  test('the log holds no token', async () => {
    const { livekit, engine } = await start();
    const { person } = await come(engine);
    await person.leave();
    await livekit.stop();
    const log = readFileSync(join(settings.dataDir, 'engines/livekit.log'), 'utf8');
    assert.match(log, /starting LiveKit server/);
    assert.doesNotMatch(log, /eyJ/);
    assert.ok(!log.includes(livekit.apiSecret));
  });
});

suite('starting the embedded LiveKit', () => {
  test('a missing binary is reported', async () => {
    const message = await refusal(start({ binary: join(settings.dataDir, 'nothing') }));
    assert.match(message, /^There is no LiveKit server at .*nothing: .*LIVEKIT_URL\.$/);
  });

  test('a port in use is reported', async () => {
    const tcp = createServer().listen(settings.port, '127.0.0.1');
    await once(tcp, 'listening');
    const message = await refusal(start());
    assert.match(
      message,
      new RegExp(`^TCP port ${settings.port} is taken by another program\\. .*LECTERN_MEDIA_PORT`),
    );
    tcp.close();
    const udp = createSocket('udp4');
    udp.bind(settings.udpPort, '127.0.0.1');
    await once(udp, 'listening');
    const second = await refusal(start());
    assert.match(second, new RegExp(`^UDP port ${settings.udpPort} is taken .*LECTERN_MEDIA_UDP_PORT`));
    udp.close();
  });

  test('the output of a LiveKit that does not start is reported', async () => {
    const message = await refusal(start({ binary: '/bin/false' }));
    assert.match(
      message,
      /^The media server could not be started: livekit ended with code 1.*livekit\.log\.$/,
    );
  });

  test('a media address that does not resolve is reported', async () => {
    assert.match(
      await refusal(start({ nodeAddress: 'nowhere.invalid' })),
      /nowhere\.invalid .*LECTERN_MEDIA_ADDRESS/,
    );
    assert.equal(await resolveAddress('loopback'), '127.0.0.1');
    assert.equal(await resolveAddress('198.51.100.7'), '198.51.100.7');
  });

  test('media is open to other machines only with an address that is not loopback', () => {
    const keys = { apiKey: 'key', apiSecret: 'secret' };
    const local = JSON.parse(configurationFor(settings, keys));
    assert.equal(local.rtc.tcp_port, 0);
    assert.deepEqual(local.rtc.ips, { includes: ['127.0.0.1/32'] });
    const open = JSON.parse(configurationFor({ ...settings, nodeAddress: '198.51.100.7' }, keys));
    assert.equal(open.rtc.tcp_port, settings.tcpPort);
    assert.equal(open.rtc.node_ip, '198.51.100.7');
    assert.equal(open.rtc.ips, undefined);
    assert.deepEqual([local.bind_addresses, open.bind_addresses], [['127.0.0.1'], ['127.0.0.1']]);
  });
});

test('the LiveKit configuration in the guide for several nodes works', async () => {
  const block = blocksOf('docs/operators/nodes.md').find(({ language }) => language === 'yaml');
  const secret = 'a secret of the configuration in the guide';
  const text = (block?.code ?? assert.fail('the guide has no configuration'))
    .replace(/<LIVEKIT_API_SECRET.*>/, secret)
    .replace('203.0.113.5', '127.0.0.1\n  enable_loopback_candidate: true')
    .replace('port: 7880', `port: ${settings.port}`)
    .replace('7881', `${settings.tcpPort}`)
    .replace('7882', `${settings.udpPort}`);
  const path = join(settings.dataDir, 'guide.yaml');
  writeFileSync(path, text);
  const livekit = spawn(settings.binary, ['--config', path], { stdio: 'ignore' });
  try {
    const url = `http://127.0.0.1:${settings.port}`;
    const engine = new LiveKitEngine({ url, apiKey: 'lectern', apiSecret: secret });
    const isReady = () => engine.health();
    await waitUntil(isReady, { timeout: 20_000, message: () => `LiveKit to start with\n${text}` });
    const { person } = await come(engine);
    await person.leave();
  } finally {
    if (livekit.exitCode === null && livekit.kill('SIGKILL')) await once(livekit, 'exit');
  }
});
