import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Received, Receiver } from '../../../testing/receivers/receiver.ts';
import { waitUntil } from '../../../testing/wait.ts';

export interface HookedEvent {
  id: string;
  attributes: { meeting: Record<string, unknown>; user?: Record<string, unknown> } & Record<string, unknown>;
  ts: number;
  /** The same for all attempts. */
  deliveryId: string;
}

/** Reads a request as receivers of BigBlueButton's hooks do, and verifies its checksum. */
export function eventIn(receiver: Receiver, { path, headers, body }: Received, secret: string): HookedEvent {
  const [, callbackPath = '', checksum = ''] = /^(.*)[?&]checksum=([0-9a-f]{40})$/.exec(path) ?? [];
  const signed = `${receiver.url}${callbackPath}${body}${secret}`;
  assert.equal(createHash('sha1').update(signed).digest('hex'), checksum, path);
  assert.equal(headers['content-type'], 'application/x-www-form-urlencoded');
  const form = new URLSearchParams(body);
  assert.deepEqual([...form.keys()], ['domain', 'event', 'timestamp']);
  const [{ data }] = JSON.parse(form.get('event') ?? '');
  assert.equal(data.type, 'event');
  assert.equal(form.get('timestamp'), String(data.event.ts));
  return {
    ...{ id: data.id, attributes: data.attributes, ts: data.event.ts },
    deliveryId: String(headers['webhook-id']),
  };
}

/** Everything that was received, in its order. */
export const eventsAt = (receiver: Receiver, secret: string): HookedEvent[] =>
  receiver.received.map((request) => eventIn(receiver, request, secret));

/**
 * Makes a function that resolves when the events since its last call are these, in this order.
 * @example const hears = hearingOf(() => ({ receiver, secret })); await hears(['user-joined', 'Ben']);
 */
export const hearingOf =
  (of: () => { receiver: Receiver; secret: string }) =>
  async (...expected: [id: string, user?: string][]): Promise<HookedEvent[]> => {
    const { receiver, secret } = of();
    const events = () => eventsAt(receiver, secret);
    const seen = () => events().map(({ id, attributes }) => [id, attributes.user?.['external-user-id']]);
    const wanted = expected.map(([id, user]) => [id, user]);
    await waitUntil(() => receiver.received.length >= wanted.length, {
      timeout: 30_000,
      message: () => `${JSON.stringify(wanted)} to arrive, not ${JSON.stringify(seen())}`,
    });
    assert.deepEqual(seen(), wanted);
    const heard = events();
    receiver.received.length = 0;
    return heard;
  };
