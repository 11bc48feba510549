import type { PoolConfig } from 'pg';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { quietLog } from '../../../testing/quiet-log.ts';
import { Keyring } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db/db.ts';
import { parseCidrs } from '../../platform/http/networks.ts';
import { newAlias, newId } from '../../platform/ids.ts';
import { startRepeating } from '../../platform/jobs/jobs.ts';
import { announce } from '../announce.ts';
import { encryptSecret, newSecret } from '../secret.ts';
import { type DeliveringParts, deliveringJobs } from '../sending/deliver.ts';
import { insertWebhook } from '../store.ts';

export interface GroupWithWebhook {
  spaceId: string;
  roomId: string;
  ownerId: string;
  webhookId: string;
  secret: string;
}

export interface StoredDelivery {
  id: string;
  event_id: string;
  event_name: string;
  room_id: string;
  status: string;
  attempts: number;
  claimed_until: Date | null;
}

/** A database with groups, and any number of senders; no HTTP server of ours. */
export class DeliveryHarness {
  readonly #stops = new Set<() => Promise<void>>();
  readonly keyring = new Keyring(['a key for tests that is long enough']);
  readonly database: OwnDatabase;

  private constructor(database: OwnDatabase) {
    this.database = database;
  }

  static async start(): Promise<DeliveryHarness> {
    return new DeliveryHarness(await startOwnDatabase());
  }

  get db() {
    return this.database.db;
  }

  /** Opens a pool with this application name, by which the test can cut it. */
  connect(name: string, more: PoolConfig = {}): Database {
    return this.database.connect({ application_name: name, ...more });
  }

  /** Starts a sender; the returned function stops it, as does `remove`. */
  startDelivering(more: Partial<DeliveringParts & Pick<Database, 'pool'>> = {}): () => Promise<void> {
    const parts = {
      node: newId(),
      db: this.db,
      pool: this.database.pool,
      keyring: this.keyring,
      log: quietLog,
      allowedNetworks: parseCidrs('127.0.0.0/8'),
      retrySeconds: [0.2, 0.4],
      ...more,
    };
    const { deliver, end } = deliveringJobs(parts);
    const stop = startRepeating(parts, [
      { name: 'webhooks.deliver', ...deliver },
      { name: 'webhooks.end', ...end },
    ]);
    const once = () => {
      this.#stops.delete(once);
      return stop();
    };
    this.#stops.add(once);
    return once;
  }

  /** Creates a group with an owner, a room and a webhook with this URL. */
  async makeGroup(url: string, plan: 'free' | 'business' = 'business'): Promise<GroupWithWebhook> {
    const [ownerId, spaceId, roomId, created_at] = [newId(), newId(), newId(), new Date()];
    const secret = newSecret();
    const user = { email: `${ownerId}@example.org`, username: 'owner', password_hash: '-', plan, created_at };
    await this.db
      .insertInto('users')
      .values({ id: ownerId, ...user })
      .execute();
    const space = { name: 'group', is_public: true, owner_id: ownerId, created_at };
    await this.db
      .insertInto('spaces')
      .values({ id: spaceId, ...space })
      .execute();
    const room = { alias: newAlias(), name: 'room', type: 'lesson', is_public: true, flags: '{}' } as const;
    await this.db
      .insertInto('rooms')
      .values({
        id: roomId,
        space_id: spaceId,
        ...room,
        waiting_room_audience: 'nobody',
        join_fields: '[]',
        created_at,
      })
      .execute();
    const webhookId = await this.addWebhook(spaceId, url, secret);
    return { spaceId, roomId, ownerId, webhookId, secret };
  }

  /** Adds a webhook to a group. @returns its id */
  async addWebhook(spaceId: string, url: string, secret = newSecret()): Promise<string> {
    const sealed = encryptSecret(this.keyring, secret);
    const row = await insertWebhook(this.db, { spaceId, url, secret: sealed, isToBeFirst: false });
    return typeof row === 'string' ? '' : row.id;
  }

  /** Announces an event of the group's room in a transaction of its own. @returns the first delivery's id */
  async announce(
    { spaceId, roomId }: GroupWithWebhook,
    more: { callId?: string; roomId?: string } = {},
  ): Promise<string | undefined> {
    const event = { eventName: 'call_started', spaceId, roomId, ...more } as const;
    const [id] = await this.db.transaction().execute((trx) => announce(trx, event));
    return id;
  }

  deliveries({ webhookId }: GroupWithWebhook): Promise<StoredDelivery[]> {
    return this.db
      .selectFrom('webhook_deliveries')
      .select(['id', 'event_id', 'event_name', 'room_id', 'status', 'attempts', 'claimed_until'])
      .where('webhook_id', '=', webhookId)
      .orderBy('sequence')
      .execute();
  }

  attempts({ webhookId }: GroupWithWebhook) {
    return this.db
      .selectFrom('webhook_attempts')
      .innerJoin('webhook_deliveries', 'webhook_deliveries.id', 'webhook_attempts.delivery_id')
      .select(['status_code', 'answer', 'error', 'duration_ms', 'started_at', 'webhook_attempts.delivery_id'])
      .where('webhook_id', '=', webhookId)
      .orderBy('started_at')
      .execute();
  }

  async remove(): Promise<void> {
    await Promise.all([...this.#stops].map((stop) => stop()));
    await this.database.remove();
  }
}
