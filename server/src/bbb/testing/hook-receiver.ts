import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Received, Receiver } from '../../../testing/receivers/receiver.ts';

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
