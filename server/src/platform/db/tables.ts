import type { AccountTables } from './tables/accounts.ts';
import type { CallTables } from './tables/calls.ts';
import type { ChatTables } from './tables/chat.ts';
import type { JsonColumn } from './tables/columns.ts';
import type { RecordTables } from './tables/records.ts';
import type { SpaceTables } from './tables/spaces.ts';
import type { WebhookTables } from './tables/webhooks.ts';

export type { RecordFiles, RecordQuality } from './tables/records.ts';

/** Every table, as it is read and written (`server/schema.sql`). */
export interface Tables
  extends AccountTables,
    SpaceTables,
    CallTables,
    WebhookTables,
    ChatTables,
    RecordTables {
  leases: { name: string; holder: string; expires_at: Date };
  idempotency_keys: {
    caller: string;
    operation: string;
    key: string;
    body_hash: Buffer;
    status: number | null;
    answer: JsonColumn<unknown> | null;
    created_at: Date;
  };
}
