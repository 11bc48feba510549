import { now } from '../platform/clock.ts';
import { signingSecretOf } from './secret.ts';
import type { WebhookRow } from './store.ts';

const failuresThatTell = 100;
const failingMs = 24 * 60 * 60 * 1000;

/** A receiver is failing when so many deliveries in a row failed, over so long a time; one bad hour is no such thing. */
function isFailing({ failed_in_row, failed_since, last_failed_at }: WebhookRow): boolean {
  if (failed_in_row < failuresThatTell || !failed_since || !last_failed_at) return false;
  return last_failed_at.getTime() - failed_since.getTime() >= failingMs;
}

function overlapOf({ previous_secret_until: until }: WebhookRow) {
  return { previousSecretUntil: until && until > now() ? until.toISOString() : null };
}

export const presentWebhook = (row: WebhookRow) => ({
  url: row.url,
  isActive: row.is_active,
  isFailing: isFailing(row),
  failedInRow: row.failed_in_row,
  failedSince: row.failed_since?.toISOString() ?? null,
  ...overlapOf(row),
});

/** The only two answers that show the secret are creation's and refresh's. */
export const presentWithSecret = (row: WebhookRow, secret: string) => ({
  url: row.url,
  secret,
  signingSecret: signingSecretOf(secret),
  isActive: row.is_active,
  ...overlapOf(row),
});
