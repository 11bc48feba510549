import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { readEmail } from '../../../../contract/email.ts';
import { type MailServer, startMailServer } from '../../../testing/receivers/mail-server.ts';
import { selfSigned } from '../../../testing/receivers/self-signed.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { createLog } from '../logging/log.ts';
import { mailFailureOf, mailFaultOf } from './faults.ts';
import { createMailer, type Mailer, timings } from './mail.ts';
import { timings as stateTimings } from './server-state.ts';

shorten(timings, { pausesMs: [100, 100] });
let server: MailServer;
let mailer: Mailer;
before(async () => {
  server = await startMailServer();
  const log = createLog('fatal');
  mailer = createMailer({ url: new URL(server.url), from: 'lectern@example.org', log });
});
after(async () => {
  await mailer?.stop();
  await server?.close();
});

const emailTo = (to: string) => ({ to, subject: 'Hello', text: 'text', html: '<p>text</p>' });

test('an email goes to the ASCII form of an international domain, which every mail server knows', async () => {
  await mailer.deliver(emailTo(readEmail('anna@почта.рф') ?? ''));
  // The mail server of the test decodes the domain of a recipient.
  const { headers } = await server.take('anna@почта.рф');
  assert.equal(headers.to, 'anna@xn--80a1acny.xn--p1ai');
});

test('a failure says that an address needs a mail server with SMTPUTF8', async () => {
  const failureOf = (to: string) => mailer.deliver(emailTo(to)).then(() => undefined, mailFailureOf);
  server.unknown.add('nobody@example.org');
  server.unknown.add('анна@example.org');
  assert.deepEqual(await failureOf('nobody@example.org'), {
    ...{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', needs: undefined },
    cause: 'it refuses the recipient',
  });
  assert.deepEqual(await failureOf('анна@example.org'), {
    ...{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', needs: 'SMTPUTF8' },
    cause: 'it refuses the recipient',
  });
});

test('an email to a server that greylists arrives by a later try', async () => {
  server.greylisted.add('parent@example.org');
  mailer.send(emailTo('parent@example.org'), new Date(Date.now() + 60_000));
  assert.equal((await server.take('parent@example.org')).headers.subject, 'Hello');
});

test('an email is not tried again when its time is over', async () => {
  server.greylisted.add('late@example.org');
  mailer.send(emailTo('late@example.org'), new Date(Date.now() + 50));
  await waitUntil(() => !server.greylisted.has('late@example.org'), {
    timeout: 5_000,
    message: 'the first try',
  });
  // A stop makes a try at once that would otherwise come later.
  await mailer.stop();
  assert.ok(!server.emails.some(({ to }) => to.includes('late@example.org')));
});

test('a mail server may have a certificate of an authority of one’s own, which NODE_EXTRA_CA_CERTS names', async (t) => {
  const certificate = selfSigned();
  const secure = await startMailServer(0, certificate);
  t.after(() => secure.close());
  const folder = await mkdtemp(join(tmpdir(), 'authority-'));
  t.after(() => rm(folder, { recursive: true }));
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, certificate.cert);
  const code = `
    const { createMailer } = await import('${import.meta.resolve('./mail.ts')}');
    const mailer = createMailer({ url: new URL(process.env.MAIL), from: 'Lectern <lectern@example.org>' });
    await mailer.deliver({ to: 'anna@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });`;
  // Node reads the setting when a process starts.
  const send = (env: NodeJS.ProcessEnv) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
      env: { ...process.env, MAIL: secure.url, ...env },
    });
  await assert.rejects(send({}), /self-signed certificate/);
  await send({ NODE_EXTRA_CA_CERTS: authority });
  assert.equal((await secure.take('anna@example.org')).headers.subject, 'Hello');
});

test('a mail server that cannot be used is described in words, and nothing that it says is logged', async (t) => {
  const certificate = selfSigned();
  const secure = await startMailServer(0, certificate);
  t.after(() => secure.close());
  const { port } = new URL(server.url);
  const [name, password] = [encodeURIComponent('post master'), encodeURIComponent('p@ss/word')];
  const faults: [string, RegExp][] = [
    ['smtp://127.0.0.1:1', /^the connection is refused, nothing listens there \(ECONNREFUSED\)$/],
    ['smtp://mail.invalid', /^the (?:name is not found in the DNS|DNS does not respond)/],
    [`smtp://${name}:wrong@127.0.0.1:${port}`, /^it refuses the name or the password of SMTP_URL$/],
    [`smtps://${name}:${password}@127.0.0.1:${port}`, /^no TLS there/],
    [secure.url, /^its certificate is self-signed/],
  ];
  for (const [url, fault] of faults) {
    const tried = createMailer({ url: new URL(url), from: 'lectern@example.org', log: createLog('silent') });
    const error = await tried.check().then(
      () => assert.fail(`${url} works`),
      (thrown: unknown) => thrown,
    );
    assert.match(mailFaultOf(error), fault, url);
    assert.doesNotMatch(JSON.stringify(mailFailureOf(error)), /wrong user name/);
    await assert.rejects(tried.health(), { message: `the mail server of SMTP_URL: ${mailFaultOf(error)}` });
    await tried.stop();
  }
});

test('a health check does not wait for the mail server, and learns of it from each email', async (t) => {
  shorten(stateTimings, { brokenMs: 20 });
  const { port } = new URL(server.url);
  await server.close();
  const later = createMailer({
    url: new URL(server.url),
    from: 'lectern@example.org',
    log: createLog('silent'),
  });
  t.after(() => later.stop());
  // Nothing is known yet.
  await later.health();
  await assert.rejects(later.deliver(emailTo('anna@example.org')));
  await assert.rejects(later.health(), /nothing listens there/);
  server = await startMailServer(Number(port));
  const works = () =>
    later.health().then(
      () => true,
      () => false,
    );
  await waitUntil(works, { timeout: 10_000, message: 'the mail server to count as working' });
  server.unknown.add('nobody@example.org');
  await assert.rejects(later.deliver(emailTo('nobody@example.org')));
  await later.health();
});
