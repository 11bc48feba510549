import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { writeOrCheck } from '../../../../contract/generate.ts';
import { createLog } from '../logging/log.ts';
import { startEmbeddedPostgres } from './embedded/embedded.ts';
import { knownMigrations, migrate } from './migrate.ts';
import { tableTypes } from './table-types.ts';

const columnsOf = `
  SELECT c.relname AS table, a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
    || CASE WHEN a.attidentity <> '' THEN ' GENERATED ALWAYS AS IDENTITY'
      WHEN a.attgenerated <> '' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') STORED'
      ELSE coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') END AS text
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
  ORDER BY c.relname, a.attnum`;

const constraintsOf = `
  SELECT conrelid::regclass::text AS table, 'CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid) AS text
  FROM pg_constraint
  WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f', 'c')
  ORDER BY 1, contype DESC, conname`;

const indexesOf = `
  SELECT tablename AS table, indexdef AS text FROM pg_indexes i
  WHERE schemaname = 'public'
    AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conname = i.indexname AND c.contype IN ('p', 'u'))
  ORDER BY 1, indexname`;

const functionsOf = `
  SELECT rtrim(pg_get_functiondef(oid), E'\\n') AS text FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace ORDER BY proname`;

const triggersOf = `
  SELECT pg_get_triggerdef(t.oid) AS text
  FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
  WHERE NOT tgisinternal AND c.relnamespace = 'public'::regnamespace ORDER BY tgname`;

/** Prints the schema of a database to which the migrations were just applied, as one file. */
async function describe(pool: pg.Pool): Promise<string> {
  const linesOf = async (query: string) => (await pool.query<{ table: string; text: string }>(query)).rows;
  const inside = [...(await linesOf(columnsOf)), ...(await linesOf(constraintsOf))];
  const indexes = await linesOf(indexesOf);
  const tables = [...Map.groupBy(inside, ({ table }) => table)].map(([table, lines]) => {
    const after = indexes.filter((one) => one.table === table).map(({ text }) => `${text};\n`);
    return `CREATE TABLE ${table} (\n  ${lines.map(({ text }) => text).join(',\n  ')}\n);\n${after.join('')}`;
  });
  const others = [...(await linesOf(functionsOf)), ...(await linesOf(triggersOf))];
  return [...tables, ...others.map(({ text }) => `${text};\n`)].join('\n');
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
  writeOrCheck(join(import.meta.dirname, 'tables.generated.ts'), await tableTypes(pool));
} finally {
  await pool.end();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
