import { signingSecretOf } from './secret.ts';
import type { WebhookRow } from './store.ts';

export const presentWebhook = (row: WebhookRow) => ({ url: row.url, isActive: row.is_active });

/** The only two answers that show the secret are creation's and refresh's. */
export const presentWithSecret = (row: WebhookRow, secret: string) => ({
  url: row.url,
  secret,
  signingSecret: signingSecretOf(secret),
  isActive: row.is_active,
});
