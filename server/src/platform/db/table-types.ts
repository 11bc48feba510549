import type pg from 'pg';

/** Types that the schema does not state: JSON shapes, and texts without a CHECK. */
const overrides: Record<string, string> = {
  'access_links.fields': 'JsonColumn<Record<string, string>>',
  'bbb_deliveries.content': 'JsonColumn<HookEventContent>',
  'bbb_hook_events.content': 'JsonColumn<HookEventContent>',
  'bbb_joins.custom_data': 'JsonColumn<Record<string, string>>',
  'bbb_meetings.metadata': 'JsonColumn<Record<string, string>>',
  'bbb_meetings.settings': 'JsonColumn<MeetingSettings>',
  'bbb_recordings.metadata': 'JsonColumn<Record<string, string>>',
  'calls.room_type': "'lesson' | 'webinar'",
  'chat_applications.settings': 'JsonColumn<Record<string, boolean>>',
  'chat_events.payload': 'JsonColumn<Record<string, unknown>>',
  'chat_messages.meta': 'JsonColumn<Record<string, unknown>>',
  'chat_poll_votes.option_ids': 'string[]',
  'participants.fields': 'JsonColumn<{ id: string; title: string; value: string }[]>',
  'participants.origin': 'JsonColumn<Record<string, string>>',
  'queued_emails.kind': "'attendance' | 'recording' | 'reminder'",
  'records.files': 'JsonColumn<RecordFiles>',
  'records.quality': 'JsonColumn<RecordQuality>',
  'reminders.kinds': 'ReminderKind[]',
  'reminders.language': 'Language',
  'rooms.attendance_rule': 'JsonColumn<AttendanceRule>',
  'rooms.custom_fields': 'JsonColumn<CustomJoinField[]>',
  'rooms.disabled_features': 'RoomFeature[]',
  'rooms.flags': 'JsonColumn<Record<RoomFlag, boolean>>',
  'rooms.join_fields': 'JsonColumn<JoinField[]>',
  'transcript_chunks.sentences': 'JsonColumn<StoredSentence[]>',
  'transcript_segments.words': 'JsonColumn<TranscriptWord[]>',
  'transcripts.summary': 'JsonColumn<StoredSummary>',
  'users.language': 'Language',
  'webhooks.events': 'OptionalEventName[]',
  'webhooks.skipped_events': 'EventName[]',
};

const types: Record<string, string> = {
  bigint: 'Int8',
  boolean: 'boolean',
  bytea: 'Buffer',
  'double precision': 'number',
  integer: 'number',
  'integer[]': 'number[]',
  jsonb: 'JsonColumn<unknown>',
  real: 'number',
  'real[]': 'number[]',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  tsvector: 'string',
  uuid: 'string',
};

const head = `// Generated from server/migrations by \`npm run generate\`: the tables with the types of their columns. Change them by a migration.

import type { EventName, OptionalEventName } from '../../../../contract/events.ts';
import type { Language } from '../../../../contract/languages.ts';
import type { RoomFeature } from '../../../../contract/operations/room-features.ts';
import type { ReminderKind } from '../../../../contract/reminders.ts';
import type { AttendanceRule, CustomJoinField, Generated, HookEventContent, Int8, JoinField, JsonColumn, MeetingSettings, RecordFiles, RecordQuality, RoomFlag, StoredSentence, StoredSummary, TranscriptWord } from './json-columns.ts';

/** Has a type only: the names of the columns are all that is read of a table. */
const column = <T>(): T => undefined as T;
`;

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** The texts that a CHECK allows. */
  words: string[];
}

/**
 * The columns of the tables, and of the view of groups, which replaces their table; whole statements ask the other views.
 * PostgreSQL does not state for a view that a column is never null, or has a default value: its table does.
 */
const allColumns = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
    NOT (coalesce(stored.attnotnull, a.attnotnull) OR c.relname = 'spaces' AND a.attname = 'owner_id') AS "isNullable",
    coalesce(stored.atthasdef OR stored.attidentity <> '', a.atthasdef OR a.attidentity <> '') AS "hasDefault",
    ARRAY(
      SELECT (regexp_matches(pg_get_constraintdef(oid), '''([^'']*)''::text', 'g'))[1] FROM pg_constraint
      WHERE conrelid = c.oid AND conkey = ARRAY[a.attnum] AND contype = 'c'
        AND pg_get_constraintdef(oid) ~ '^CHECK \\(\\(\\w+ = ANY'
    ) AS words
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attribute stored
    ON c.relname = 'spaces' AND stored.attrelid = 'all_spaces'::regclass AND stored.attname = a.attname
  WHERE c.relnamespace = 'public'::regnamespace AND (c.relkind = 'r' OR c.relname = 'spaces')
  ORDER BY c.relname COLLATE "C", a.attnum`;

function typeOf({ table, name, type, isNullable, hasDefault, words }: Column): string {
  const stated = words.length > 0 ? words.map((word) => `'${word}'`).join(' | ') : types[type];
  const known = overrides[`${table}.${name}`] ?? stated;
  if (!known) throw new Error(`${table}.${name} has the type ${type}, which table-types.ts does not know`);
  if (isNullable) return `${known} | null`;
  return hasDefault ? `Generated<${known}>` : known;
}

/** Generates the content of `tables.generated.ts` (docs/decisions/0166). */
export async function tableTypes(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Column>(allColumns);
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(([table, columns]) => {
    const fields = columns.map((one) => `    ${one.name}: column<${typeOf(one)}>(),\n`);
    return `  ${table}: {\n${fields.join('')}  },\n`;
  });
  return `${head}\nexport const tables = {\n${tables.join('')}};\n`;
}
