import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Client } from '../../../../contract/client/index.ts';
import type { EventName } from '../../../../contract/events.ts';
import type { Answer } from '../../../../contract/routes.ts';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { type Received, type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { waitUntil } from '../../../testing/wait.ts';
import type { Database } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { type Announcement, announce } from '../webhooks.ts';

export type ListedDelivery = Answer<'getWebhookDelivery'>;

/** A group with a room, whose webhook has a path of its own at the receiver. */
export interface WebhookGroup extends TestGroup {
  secret: string;
  /** All requests for this group, at any path. */
  received(): Received[];
  /** Announces an event and returns the delivery's id. */
  tell(eventName: EventName, more?: Partial<Announcement>): Promise<string>;
  delivery(id: string): Promise<ListedDelivery>;
  /** Waits until the delivery has ended, with at least `attempts` attempts. */
  ended(id: string, attempts?: number): Promise<ListedDelivery>;
}

/** A server, its database and a receiver. */
export interface WebhookServer {
  lectern: Lectern;
  owner: Client;
  receiver: Receiver;
  database(): Database;
  group(): Promise<WebhookGroup>;
  /** Starts another server on the same data. */
  restart(settings: Record<string, string>): Promise<void>;
  remove(): Promise<void>;
}

async function groupOf({
  lectern,
  owner,
  receiver,
  database,
}: Omit<WebhookServer, 'group' | 'restart' | 'remove'>): Promise<WebhookGroup> {
  const group = await makeGroup(lectern);
  const { spaceId, room } = group;
  const { secret } = await owner.createWebhook({ spaceId, body: { url: `${receiver.url}/${spaceId}` } });
  const delivery = (deliveryId: string) => owner.getWebhookDelivery({ spaceId, deliveryId });
  return {
    ...group,
    secret,
    received: () => receiver.received.filter(({ body }) => body.includes(spaceId)),
    tell: async (eventName, more = {}) => {
      const event = { eventName, spaceId, roomId: room.id, callId: newId(), ...more };
      const [id] = await announce(database().db, event);
      assert.ok(id, 'the group has no webhook: nothing was announced');
      return id;
    },
    delivery,
    ended: (id, attempts = 1) =>
      waitUntil(
        async () => {
          const found = await delivery(id);
          return found.status !== 'pending' && found.attempts.length >= attempts && found;
        },
        { timeout: 20_000, message: `the delivery to end with ${attempts} attempts` },
      ),
  };
}

export async function startWebhookServer(settings: Record<string, string> = {}): Promise<WebhookServer> {
  const lectern = await startInProcess({ LECTERN_WEBHOOK_RETRY_SECONDS: '0,0', ...settings });
  const receiver = await startReceiver();
  let database = await databaseOf(lectern);
  const owner = lectern.client(lectern.owner.personalToken);
  const parts = { lectern, owner, receiver, database: () => database };
  return {
    ...parts,
    group: () => groupOf(parts),
    restart: async (more) => {
      await database.close();
      await lectern.stop();
      await lectern.start(more);
      database = await databaseOf(lectern);
    },
    remove: async () => {
      await database.close();
      await receiver.close();
      await lectern.remove();
    },
  };
}

/** The header `webhook-signature` with the signatures of these secrets. */
export function headerSignatures({ headers, body }: Received, ...secrets: string[]): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
    .join(' ');
}
