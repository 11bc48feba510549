import type { ColumnType, Generated } from 'kysely';
import type { GeneratedBigint, Later } from './columns.ts';

/** What is told to integrators. */
export interface WebhookTables {
  webhooks: {
    id: string;
    /** Null: the group was deleted, and its last deliveries are still to be sent. */
    space_id: string | null;
    url: string;
    secret: Buffer;
    is_active: Generated<boolean>;
    created_at: Date;
    target: ColumnType<string, never, never>;
    previous_secret: Later<Buffer>;
    previous_secret_until: Later<Date>;
    failed_in_row: Generated<number>;
    failed_since: Later<Date>;
    last_failed_at: Later<Date>;
    is_troubled: Generated<boolean>;
  };
  webhook_deliveries: {
    id: string;
    sequence: GeneratedBigint;
    webhook_id: string;
    event_id: string;
    event_name: string;
    space_id: string;
    room_id: string;
    record_id: string | null;
    call_id: string | null;
    body: string;
    status: Generated<'pending' | 'delivered' | 'failed'>;
    attempts: Generated<number>;
    next_attempt_at: Date | null;
    claimed_until: Date | null;
    claimed_by: string | null;
    is_repeat: Generated<boolean>;
    is_test: Generated<boolean>;
    last_attempt: Later<number>;
    created_at: Date;
  };
  webhook_attempts: {
    id: string;
    delivery_id: string;
    started_at: Date;
    duration_ms: number;
    status_code: number | null;
    answer: string | null;
    error: string | null;
    number: number;
    url: string | null;
    signature: string | null;
    header_signature: string | null;
  };
}
