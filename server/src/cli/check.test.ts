import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { createServer as createPlain } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { runCommand } from '../../testing/processes/command-line.ts';
import { freePorts } from '../../testing/processes/ports.ts';
import { FakeProvider } from '../../testing/provider/fake-provider.ts';
import { type MailServer, startMailServer } from '../../testing/receivers/mail-server.ts';
import { selfSigned } from '../../testing/receivers/self-signed.ts';

interface Line {
  check: string;
  state: 'ok' | 'warning' | 'fault';
  message: string;
}

let lectern: InProcess;
let mail: MailServer;
let provider: FakeProvider;
const from = { LECTERN_MAIL_FROM: 'Lectern <lectern@example.org>' };
before(async () => {
  [mail, provider] = await Promise.all([startMailServer(), FakeProvider.start()]);
  lectern = await startInProcess({ SMTP_URL: mail.url, ...from });
});
after(async () => {
  await lectern?.remove();
  await Promise.all([mail?.close(), provider?.close()]);
});

/** The settings of the running server. */
const own = () => ({
  ...lectern.installation,
  PORT: new URL(lectern.url).port,
  LECTERN_URL: lectern.url,
  LECTERN_MIN_FREE_DISK: '1MB',
});

async function check(settings: Record<string, string>) {
  const { code, out, err } = await runCommand(['check', '--json'], { settings });
  assert.match(err, /^Faults: \d+, warnings: \d+\.\n$|^… /m);
  const lines: Line[] = JSON.parse(out);
  const states = (name: string) => lines.filter((line) => line.check === name).map(({ state }) => state);
  const messages = (name: string) =>
    lines.flatMap((line) => (line.check === name ? `${line.state}: ${line.message}` : [])).join('\n');
  return { code, lines, states, messages };
}

/** A proxy over TLS, or what stands in its place. */
async function listening<T extends Server | ReturnType<typeof createPlain>>(server: T): Promise<[T, number]> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return [server, (server.address() as AddressInfo).port];
}

suite('lectern check', { concurrency: 3 }, () => {
  test('finds nothing wrong beside a running server, and leaves no file', async () => {
    const others = () => readdirSync(lectern.dataDir).filter((name) => name !== 'files');
    const before = others();
    const settings = { ...own(), SMTP_URL: mail.url, ...from, ...provider.settings };
    const { code, lines, messages } = await check(settings);
    assert.equal(code, 0, JSON.stringify(lines, null, 2));
    assert.deepEqual(
      lines.filter(({ state }) => state === 'fault'),
      [],
    );
    assert.match(messages('settings'), /^ok: /);
    assert.match(messages('server'), /^ok: runs at 127\.0\.0\.1:\d+$/);
    assert.match(messages('database'), /^ok: PostgreSQL \d+/);
    assert.match(messages('address'), /^ok: Lectern answers at http:.*\nok: WebSockets pass at http:/);
    assert.match(messages('mail'), /^ok: 127\.0\.0\.1:\d+ takes the sign-in\./);
    assert.match(messages('provider'), /^ok: /);
    assert.match(messages('storage'), /^ok: a file was written to the folder, read and deleted$/);
    assert.match(messages('disk'), /^ok: [\d.]+ GB are free/);
    assert.match(messages('clock'), /^ok: [\d.]+ s /);
    assert.deepEqual(
      mail.emails.filter(({ to }) => to.includes('check@example.org')),
      [],
    );
    const left = readdirSync(join(lectern.dataDir, 'files'), { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      left.filter((name) => /health|arriving\//.test(name)),
      [],
    );
    assert.deepEqual(others(), before);
  });

  test('says what is wrong with each part, and exits with 1', async () => {
    const { http: closed } = await freePorts();
    const { code, messages, states } = await check({
      ...own(),
      LECTERN_URL: 'https://meet.example.invalid',
      LECTERN_RETENTION: '30',
      LECTERN_MIN_FREE_DISK: '900000GB',
      SMTP_URL: `smtp://127.0.0.1:${closed}`,
      ...from,
      ...provider.settings,
      LECTERN_OIDC_ISSUER: `http://127.0.0.1:${closed}`,
      LECTERN_SPEECH_MODEL: 'base',
    });
    assert.equal(code, 1);
    assert.match(messages('settings'), /^warning: LECTERN_RETENTION is not a setting/m);
    assert.match(messages('dns'), /^fault: meet\.example\.invalid: the .*DNS.* Make a DNS entry/);
    assert.match(messages('address'), /^fault: nothing answers at https:\/\/meet\.example\.invalid: /);
    assert.match(messages('media'), /^fault: people on other machines have no sound and picture/);
    assert.match(messages('mail'), /^fault: the mail server 127\.0\.0\.1:\d+: the connection is refused/);
    assert.match(messages('provider'), /^fault: http:.*: metadata: the connection is refused/);
    assert.match(messages('speech'), /^fault: The whisper model base is not installed/);
    assert.match(messages('disk'), /^fault: .* no recording and no upload begins$/);
    assert.deepEqual(states('database'), ['ok']);
  });

  test('tells a proxy that does not reach Lectern from one without WebSockets, and reads the certificate', async () => {
    const [badGateway, badPort] = await listening(
      createServer(selfSigned(), (_request, response) => response.writeHead(502).end('Bad Gateway')),
    );
    const target = new URL(lectern.url);
    // Passes requests on, and no upgrades.
    const [plain, plainPort] = await listening(
      createServer(selfSigned({ until: '260101000000Z' }), async (request, response) => {
        const answer = await fetch(new URL(request.url ?? '/', target));
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      }),
    );
    try {
      const bad = await check({ ...own(), LECTERN_URL: `https://localhost:${badPort}` });
      assert.equal(bad.code, 1);
      assert.match(bad.messages('address'), /^fault: the proxy at .* does not reach Lectern \(status 502\)/);
      assert.match(bad.messages('certificate'), /^fault: localhost: its certificate is self-signed/);
      const upgrade = await check({ ...own(), LECTERN_URL: `https://localhost:${plainPort}` });
      assert.match(
        upgrade.messages('address'),
        /^ok: Lectern answers at .*\nfault: the proxy at .* does not pass WebSockets on \(status 404\)/,
      );
      assert.match(upgrade.messages('certificate'), /^fault: localhost: its certificate /);
    } finally {
      for (const server of [badGateway, plain]) server.close().closeAllConnections();
    }
  });

  test('works before the first start, and makes no data folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
    const { http: port } = await freePorts();
    const settings = { LECTERN_DATA_DIR: join(folder, 'data'), PORT: String(port) };
    try {
      const { code, lines, messages } = await check(settings);
      assert.equal(code, 0, JSON.stringify(lines, null, 2));
      assert.match(messages('server'), /^warning: does not run/);
      assert.match(messages('database'), /^warning: there is none yet/);
      assert.match(messages('storage'), /^warning: there is no .* yet/);
      assert.deepEqual(readdirSync(folder), []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('prints a line for each, for people', async () => {
    const { code, out } = await runCommand(['check'], { settings: own() });
    assert.equal(code, 0, out);
    for (const line of out.trim().split('\n')) assert.match(line, /^(?:ok|warning|fault) +[a-z]+ +\S/);
  });
});

suite('lectern mail test', { concurrency: 3 }, () => {
  const send = (to: string, settings: Record<string, string> = {}) =>
    runCommand(['mail', 'test', to], { settings: { ...own(), SMTP_URL: mail.url, ...from, ...settings } });

  test('sends an email to the address', async () => {
    const { code, out, err } = await send('Anna@Example.org');
    assert.equal(code, 0, err);
    assert.equal(out, '');
    assert.match(err, /^The mail server 127\.0\.0\.1:\d+ accepted the email to Anna@example\.org\./);
    const { headers, text } = await mail.take('Anna@example.org');
    assert.equal(headers.subject, 'Test email from Lectern');
    assert.ok(text.includes(lectern.url));
  });

  test('says in words why it was not accepted', async () => {
    mail.unknown.add('nobody@example.org');
    const { http: closed } = await freePorts();
    const wrong = new URL(mail.url);
    wrong.password = 'wrong';
    const refusals: [string, Record<string, string>, RegExp][] = [
      ['nobody@example.org', {}, /it refuses the recipient; it said: 550 no such mailbox/],
      [
        'a@example.org',
        { SMTP_URL: wrong.href },
        /it refuses the name or the password of SMTP_URL; it said: 535/,
      ],
      ['a@example.org', { SMTP_URL: `smtp://127.0.0.1:${closed}` }, /the connection is refused/],
      ['nowhere', {}, /^nowhere is not an email address\.$/m],
      [
        'a@example.org',
        { SMTP_URL: '', LECTERN_MAIL_FROM: '' },
        /SMTP_URL and LECTERN_MAIL_FROM are not set/,
      ],
    ];
    for (const [to, settings, sentence] of refusals) {
      const { code, err } = await send(to, settings);
      assert.equal(code, 1, err);
      assert.match(err, sentence);
      assert.equal(err.trim().split('\n').length, 1, err);
    }
  });
});
