import type { BrowserContext, Page } from '@playwright/test';
import type { Lectern } from '../../../server/testing/lectern.ts';

export type Account = { email: string; password: string };

/** Sets the cookies of a sign-in, as the sign-in page gets them. */
export async function beSignedIn({ request }: BrowserContext, origin: string, account: Account) {
  const { email, password } = account;
  const answer = await request.post(`${origin}/v1/auth/session`, {
    data: { email, password },
    headers: { origin },
  });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
}

/** The API with the client credentials of an account. */
export async function clientOf(lectern: Lectern, { email, password }: Account) {
  const { clientId, clientSecret } = lectern.owner;
  const { access_token: token } = await lectern.client().issueToken({
    body: {
      grant_type: 'password',
      client_id: clientId,
      client_secret: clientSecret,
      username: email,
      password,
    },
  });
  return lectern.client(token);
}

/** A name that would do harm, or break the page, if it were not treated as text. */
export const hostileName = `<script>window.harmed = 1</script> \u202Eevil\u202C ${'😀'.repeat(60)} ${'Ungetüm'.repeat(10)}`;

export const answer = (page: Page, choice: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: choice }).click();

/** A page that is shown again requests at once what it would request within seconds. */
export const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
