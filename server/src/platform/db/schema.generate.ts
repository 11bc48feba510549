import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { writeOrCheck } from '../../../../contract/generate.ts';
import { createLog } from '../logging/log.ts';
import { startEmbeddedPostgres } from './embedded/embedded.ts';
import { knownMigrations, migrate } from './migrate.ts';
import { tableTypes } from './table-types.ts';

/** Prints the schema of a database to which the migrations were just applied, as one file. */
interface Column {
  table: string;
  name: string;
  type: string;
  required: boolean;
  fallback: string | null;
  /** The expression of a generated column. */
  computed: string | null;
}

const columnsOf = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    a.attnotnull AS required, CASE WHEN a.attgenerated <> '' THEN pg_get_expr(d.adbin, d.adrelid) END AS computed, CASE WHEN a.attidentity <> '' THEN 'identity' WHEN a.attgenerated <> '' THEN NULL ELSE pg_get_expr(d.adbin, d.adrelid) END AS fallback
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
  ORDER BY c.relname, a.attnum`;

const constraintsOf = `
  SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS text
  FROM pg_constraint
  WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f', 'c')
  ORDER BY 1, contype DESC, conname`;

const indexesOf = `
  SELECT tablename AS table, indexdef AS text FROM pg_indexes i
  WHERE schemaname = 'public'
    AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conname = i.indexname AND c.contype IN ('p', 'u'))
  ORDER BY 1, indexname`;

const functionsOf = `
  SELECT proname AS name, pg_get_functiondef(oid) AS text FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace ORDER BY proname`;

const triggersOf = `
  SELECT tgname AS name, pg_get_triggerdef(t.oid) AS text
  FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
  WHERE NOT tgisinternal AND c.relnamespace = 'public'::regnamespace ORDER BY tgname`;

interface Line {
  table: string;
  name: string;
  text: string;
}

async function describe(pool: pg.Pool): Promise<string> {
  const { rows: columns } = await pool.query<Column>(columnsOf);
  const { rows: constraints } = await pool.query<Line>(constraintsOf);
  const { rows: indexes } = await pool.query<Line>(indexesOf);
  const tables = [...new Set(columns.map(({ table }) => table))];
  const parts = tables.map((table) => {
    const inner = [
      ...columns.filter((column) => column.table === table).map(columnText),
      ...constraints.filter((one) => one.table === table).map((one) => `CONSTRAINT ${one.name} ${one.text}`),
    ];
    const after = indexes.filter((one) => one.table === table).map((one) => `${one.text};\n`);
    return `CREATE TABLE ${table} (\n  ${inner.join(',\n  ')}\n);\n${after.join('')}`;
  });
  const { rows: functions } = await pool.query<{ text: string }>(functionsOf);
  const { rows: triggers } = await pool.query<{ text: string }>(triggersOf);
  return [
    ...parts,
    ...functions.map(({ text }) => `${text.trimEnd()};\n`),
    ...triggers.map(({ text }) => `${text};\n`),
  ].join('\n');
}

function columnText({ name, type, required, fallback, computed }: Column): string {
  const identity = fallback === 'identity' ? ' GENERATED ALWAYS AS IDENTITY' : '';
  const generated = computed === null ? identity : ` GENERATED ALWAYS AS (${computed}) STORED`;
  const value = fallback !== null && !generated ? ` DEFAULT ${fallback}` : '';
  return `${name} ${type}${required ? ' NOT NULL' : ''}${value}${generated}`;
}

const dataDir = mkdtempSync(join(tmpdir(), 'lectern-schema-'));
const server = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
const pool = new pg.Pool(server.connection);
pool.on('error', () => undefined);
try {
  await migrate(pool, { only: new Set(knownMigrations()) });
  const head =
    '-- Generated from server/migrations by `npm run generate`: the tables as they are, to read. Change them by a migration; views/ has the views.\n\n';
  writeOrCheck(join(import.meta.dirname, '../../../schema.sql'), head + (await describe(pool)));
  await migrate(pool);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  writeOrCheck(join(import.meta.dirname, 'tables.generated.ts'), await tableTypes(db));
} finally {
  await pool.end();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
