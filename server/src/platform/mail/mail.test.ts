import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readEmail } from '../../../../contract/email.ts';
import { type MailServer, startMailServer } from '../../../testing/receivers/mail-server.ts';
import { createLog } from '../logging/log.ts';
import { createMailer, type Mailer, mailFailureOf } from './mail.ts';

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
  });
  assert.deepEqual(await failureOf('анна@example.org'), {
    ...{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', needs: 'SMTPUTF8' },
  });
});
