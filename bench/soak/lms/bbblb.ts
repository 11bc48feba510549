import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  Server as TlsServer,
} from 'node:tls';
import { promisify } from 'node:util';
import { ForeignStage } from '../../../server/testing/bbb/foreign-stage.ts';
import { BbbClient } from '../../../server/testing/bbb/groups.ts';
import { connectionTo } from '../../../server/testing/database.ts';
import { freePorts } from '../../../server/testing/processes/ports.ts';
import { inherited, spawnLogged } from '../../../server/testing/processes/processes.ts';
import { type Receiver, startReceiver } from '../../../server/testing/receivers/receiver.ts';
import { waitUntil } from '../../../server/testing/wait.ts';

/** The version of bbblb that this soak was written for. */
export const bbblbVersion = '0.0.18';

type Target = number | string;

/** Listens on 127.0.0.1 and relays each connection to a port or the path of a socket. */
async function startRelay(server: Server, to: Target): Promise<Server> {
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    const behind = typeof to === 'number' ? connect(to, '127.0.0.1') : connect(to);
    socket.on('error', () => behind.destroy()).pipe(behind);
    behind.on('error', () => socket.destroy()).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function makeCertificate(folder: string): { key: string; cert: string; file: string } {
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const made = spawnSync(
    'openssl',
    [...options, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', file],
    { encoding: 'utf8' },
  );
  assert.equal(made.status, 0, made.stderr);
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(file, 'utf8'), file };
}

/** An installation, and the port at which the balancer finds it. */
interface Installation {
  stage: ForeignStage;
  tls: Server;
}

interface Balanced {
  client: BbbClient;
  installations: Installation[];
  receiver: Receiver;
  secret: string;
}

/** The payload of a callback that the balancer has signed again with the secret of its client. */
function isSignedWith(token: string, secret: string): boolean {
  const [head = '', claims = '', signature = ''] = token.split('.');
  return createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url') === signature;
}

/**
 * Meetings are spread over both installations, and entered and ended through the balancer. Its `getMeetings` fails in SQL
 * of its own.
 */
async function meet({ client, installations, receiver, secret }: Balanced): Promise<void> {
  const ids = ['algebra', 'botany', 'chess', 'drama'];
  for (const meetingID of ids) {
    const created = await client.call('create', {
      ...{ meetingID, name: `${meetingID} & more`, meta_course: '7' },
      meetingEndedURL: `${receiver.url}/ended/${meetingID}`,
      'meta_analytics-callback-url': `${receiver.url}/analytics/${meetingID}`,
    });
    assert.equal(created.field('returncode'), 'SUCCESS', created.text);
    assert.equal(created.field('meetingID'), meetingID);
  }
  for (const { stage } of installations) {
    const { text } = await stage.group.bbb.call('getMeetings');
    assert.equal(text.match(/<meeting>/g)?.length, 2, text);
  }

  for (const [n, meetingID] of ids.entries()) {
    const person = { meetingID, fullName: 'Ann Lee', role: 'MODERATOR', userID: String(n) };
    const joined = await client.call('join', person);
    const target = joined.headers.get('location') ?? '';
    assert.equal(joined.status, 307, joined.text);
    const { stage } =
      installations.find(({ tls }) => target.includes(`:${portOf(tls)}/`)) ?? assert.fail(target);
    await stage.follow(target);
    await waitUntil(
      async () => (await client.call('isMeetingRunning', { meetingID })).field('running') === 'true',
      {
        ...{ timeout: 10_000, message: `${meetingID} to run` },
      },
    );
    const info = await client.call('getMeetingInfo', { meetingID });
    assert.deepEqual(['meetingID', 'participantCount', 'fullName', 'course'].map(info.field), [
      meetingID,
      '1',
      'Ann Lee',
      '7',
    ]);
    const sent = await client.call('sendChatMessage', { meetingID, message: 'Five minutes left' });
    assert.equal(sent.field('returncode'), 'SUCCESS', sent.text);
  }
  for (const meetingID of ids) {
    assert.equal((await client.call('end', { meetingID })).field('returncode'), 'SUCCESS');
    assert.equal((await client.call('getMeetingInfo', { meetingID })).field('messageKey'), 'notFound');
    const arrived = (what: string) =>
      receiver.received.find(({ path }) => path.split('?')[0] === `/${what}/${meetingID}`);
    await waitUntil(async () => Boolean(arrived('ended') && arrived('analytics')), {
      ...{
        timeout: 90_000,
        message: () => `callbacks of ${meetingID}: ${receiver.received.map(({ path }) => path)}`,
      },
    });
    const { headers, body } = arrived('analytics') ?? assert.fail();
    assert.ok(isSignedWith(headers.authorization?.split(' ')[1] ?? '', secret));
    assert.equal(JSON.parse(body).meeting_id, meetingID);
  }
}

/** A relay to the PostgreSQL of a server: the balancer takes no socket by its path, and with SQLite its callbacks fail. */
async function relayToDatabase({ lectern }: ForeignStage): Promise<Server> {
  const { connectionString, host } = await connectionTo(lectern);
  const { hostname, port } = new URL(connectionString ?? 'postgres://localhost');
  assert.ok(host ?? hostname === '127.0.0.1');
  return startRelay(createServer(), host === undefined ? Number(port) : join(host, '.s.PGSQL.5432'));
}

/** The balancer, which asks each server every two seconds. */
function startBalancer(
  { folder, python, port }: { folder: string; python: string; port: number },
  settings: Record<string, string>,
) {
  const logFile = join(folder, 'bbblb.log');
  const env = {
    ...inherited(),
    ...{ BBBLB_DOMAIN: '127.0.0.1', BBBLB_SECRET: 'of the balancer', BBBLB_PATH_DATA: folder },
    ...{ BBBLB_POLL_INTERVAL: '2', BBBLB_POLL_RECOVER: '1' },
    ...settings,
  };
  // Not in one step: the relay to its database runs in this program.
  const manage = (...options: string[]) =>
    promisify(execFile)(python, ['-m', 'bbblb', ...options], { env, timeout: 60_000 });
  const child = spawnLogged(['-m', 'uvicorn', 'bbblb.asgi:app', '--port', String(port)], {
    ...{ env, logFile, command: python },
  });
  const log = () => readFileSync(logFile, 'utf8').slice(-2000);
  const isUp = async () =>
    (await fetch(`http://127.0.0.1:${port}/bigbluebutton/api/`).catch(() => undefined))?.ok === true;
  const answers = () => waitUntil(isUp, { timeout: 60_000, message: () => `bbblb to answer: ${log()}` });
  const stop = async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await ended;
  };
  return { port, manage, log, answers, stop };
}

/**
 * bbblb balances two installations: it creates meetings at the emptier one, redirects people there, and signs the
 * callbacks again. It takes recordings by a script on its servers, not by the API.
 */
export async function driveBbblb(first: ForeignStage, python: string): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bbblb-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  const certificate = makeCertificate(folder);
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert]);
  const second = parts.adopt(await ForeignStage.start(), (stage) => stage.remove());
  const closed = (server: Server) => parts.adopt(server, () => void server.close());
  const secured = async (port: number) => closed(await startRelay(createTlsServer(certificate), port));
  const installations: Installation[] = [];
  for (const stage of [first, second])
    installations.push({ stage, tls: await secured(Number(new URL(stage.lectern.url).port)) });
  const receiver = parts.adopt(await startReceiver(), ({ close }) => close());
  const database = closed(await relayToDatabase(first));
  const { http: port } = await freePorts();
  const balancer = startBalancer(
    { folder, python, port },
    {
      SSL_CERT_FILE: certificate.file,
      BBBLB_DB: `postgresql://lectern@127.0.0.1:${portOf(database)}/bbblb`,
    },
  );
  parts.defer(balancer.stop);
  await balancer.answers();
  const front = await secured(balancer.port);
  const secret = 'of the client of the balancer';
  // bbblb adds `/bigbluebutton/api/` to what it calls a domain.
  for (const { stage, tls } of installations) {
    const domain = `127.0.0.1:${portOf(tls)}/bbb/${stage.group.spaceId}`;
    await balancer.manage('server', 'create', domain, '--secret', stage.group.secret);
  }
  const realm = `127.0.0.1:${portOf(front)}`;
  await balancer.manage('tenant', 'create', 'school', '--realm', realm, '--secret', secret);
  const client = new BbbClient(`https://${realm}/bigbluebutton/`, secret);
  const found = () => new Set(balancer.log().match(/\[\S+\] AVAILABLE enabled=True/g)).size;
  await waitUntil(async () => found() === 2, {
    ...{ timeout: 60_000, interval: 500, message: () => `bbblb to find both servers: ${balancer.log()}` },
  });
  await meet({ client, installations, receiver, secret });
}
