import { type EventName, eventNames, isOptionalEvent } from '../../../contract/events.ts';
import type { Answer } from '../../../contract/routes.ts';
import { now, timestamp } from '../platform/clock.ts';
import { signingSecretOf } from './secret.ts';
import type { WebhookRow } from './store.ts';

const failuresThatTell = 100;
const failingMs = 24 * 60 * 60 * 1000;

/** A receiver counts as failing after this many failed deliveries in a row over this long; one bad hour does not. */
function isFailing({ failed_in_row, failed_since, last_failed_at }: WebhookRow): boolean {
  if (failed_in_row < failuresThatTell || !failed_since || !last_failed_at) return false;
  return last_failed_at.getTime() - failed_since.getTime() >= failingMs;
}

function overlapOf({ previous_secret_until: until }: WebhookRow) {
  return { previousSecretUntil: until && until > now() ? until.toISOString() : null };
}

/** All events that it gets. */
const eventsOf = (row: WebhookRow): EventName[] =>
  eventNames.filter((name) =>
    isOptionalEvent(name) ? row.events.includes(name) : !row.skipped_events.includes(name),
  );

export const presentWebhook = (row: WebhookRow) => ({
  url: row.url,
  isActive: row.is_active,
  events: eventsOf(row),
  isFailing: isFailing(row),
  failedInRow: row.failed_in_row,
  failedSince: row.failed_since?.toISOString() ?? null,
  ...overlapOf(row),
});

/** Only the responses to creation and refresh show the secret. */
export const presentWithSecret = (row: WebhookRow, secret: string) => ({
  url: row.url,
  secret,
  signingSecret: signingSecretOf(secret),
  isActive: row.is_active,
  events: eventsOf(row),
  ...overlapOf(row),
});

/** One of several webhooks of a group. */
export const presentGroupWebhook = (row: WebhookRow): Answer<'getWebhookById'> => {
  const { events, ...shared } = presentWebhook(row);
  return {
    id: row.id,
    isFirst: row.is_first,
    ...shared,
    eventNames: events,
    createdAt: timestamp(row.created_at),
  };
};

export const presentGroupWebhookWithSecret = (row: WebhookRow, secret: string): Answer<'addWebhook'> => ({
  ...presentGroupWebhook(row),
  secret,
  signingSecret: signingSecretOf(secret),
});
