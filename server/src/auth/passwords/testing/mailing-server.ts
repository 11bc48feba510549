import assert from 'node:assert/strict';
import { databaseOf } from '../../../../testing/database.ts';
import { startInProcess } from '../../../../testing/in-process.ts';
import type { Lectern } from '../../../../testing/lectern.ts';
import { openBrowser } from '../../../../testing/people/browser.ts';
import {
  type MailServer,
  type ReceivedEmail,
  startMailServer,
} from '../../../../testing/receivers/mail-server.ts';
import type { Database } from '../../../platform/db/db.ts';

export const codeIn = (email: ReceivedEmail): string =>
  /^([A-Z2-9]{8})$/m.exec(email.text.replaceAll('\r', ''))?.[1] ?? '';

/** A server with a mail server, and accounts whose owners forget their passwords. */
export class MailingServer {
  readonly mail: MailServer;
  readonly lectern: Lectern;
  readonly database: Database;
  #accounts = 0;

  private constructor(mail: MailServer, lectern: Lectern, database: Database) {
    this.mail = mail;
    this.lectern = lectern;
    this.database = database;
  }

  static async start(settings: Record<string, string> = {}): Promise<MailingServer> {
    const mail = await startMailServer();
    const from = { SMTP_URL: mail.url, LECTERN_MAIL_FROM: 'Lectern <lectern@example.org>' };
    const lectern = await startInProcess({ ...from, ...settings });
    // It reports the personal token that every test server starts with.
    await mail.take(lectern.owner.email);
    return new MailingServer(mail, lectern, await databaseOf(lectern));
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.lectern.remove();
    await this.mail.close();
  }

  async someone(username = 'Ann'): Promise<{ email: string; password: string }> {
    this.#accounts += 1;
    const email = `forgetful-${this.#accounts}@example.org`;
    const password = 'the first password';
    const body = { email, password, username };
    await this.lectern.client(this.lectern.owner.clientToken).createUser({ body });
    return { email, password };
  }

  /** Requests a code. @param written the address as the person writes it */
  async codeFor(email: string, written = email): Promise<string> {
    await this.lectern.client().requestPasswordReset({ body: { email: written } });
    const code = codeIn(await this.mail.take(email));
    assert.match(code, /^[A-HJKMNP-Z2-9]{8}$/);
    return code;
  }

  reset(email: string, code: string, password = 'the second password') {
    return this.lectern.client().resetPassword({ body: { email, code, password } });
  }

  async signIn(email: string, password: string) {
    const browser = openBrowser(this.lectern.url);
    await browser.api.createSession({ body: { email, password } });
    return browser;
  }
}
