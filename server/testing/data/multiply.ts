import type { Database } from '../../src/platform/db/db.ts';

/** Tables of the installation itself, and of what expires within a minute. */
const ofInstallation = ['migrations', 'views', 'installation', 'nodes', 'leases', 'job_runs'];

interface Column {
  name: string;
  type: string;
  /** Whether the rows of the table are told apart by it, and not by the row to which it refers. */
  isOwnKey: boolean;
  /** Whether it refers to a row of another table. */
  isReference: boolean;
}

const columnsOf = `
  SELECT c.relname AS "table", json_agg(json_build_object(
    'name', a.attname, 'type', a.atttypid::regtype,
    'isOwnKey', a.attnum = ANY (k.keys),
    'isReference', EXISTS (
      SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' AND a.attnum = ANY (f.conkey)
    )
  ) ORDER BY a.attnum) AS columns
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  CROSS JOIN LATERAL (
    -- Of each unique index one column that may have any value: first one that refers to nothing.
    SELECT array_agg((
      SELECT t.attnum FROM pg_attribute t
      WHERE t.attrelid = c.oid AND (t.attnum = ANY (i.indkey::smallint[]) OR 0 = ANY (i.indkey::smallint[]) AND EXISTS (
          SELECT FROM pg_depend d WHERE d.objid = i.indexrelid AND d.refobjid = c.oid AND d.refobjsubid = t.attnum
        ))
        AND t.atttypid::regtype::text IN ('text', 'bigint', 'bytea')
        AND NOT EXISTS (SELECT FROM pg_constraint p WHERE p.conrelid = c.oid AND p.contype = 'c' AND p.conkey = ARRAY[t.attnum])
      ORDER BY EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' AND t.attnum = ANY (f.conkey)),
        t.attnum
      LIMIT 1
    )) AS keys
    FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique
  ) k
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  GROUP BY c.oid, c.relname ORDER BY c.relname`;

/** For each table the columns that need a value, and a value of each: the first that a CHECK allows, else of its type. */
const neededValues = `
  SELECT c.relname AS "table", string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS names,
    string_agg(coalesce(
      (SELECT quote_literal((regexp_match(pg_get_constraintdef(k.oid), '''([^'']*)''::text'))[1])
        FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]),
      CASE WHEN t.typcategory = 'S' THEN quote_literal(left(md5(a.attname), 24)) WHEN t.typcategory = 'N' THEN '1'
        WHEN t.typcategory = 'B' THEN 'true' WHEN t.typcategory = 'D' THEN 'now()' WHEN t.typcategory = 'A' THEN '''{}'''
        WHEN t.typname = 'bytea' THEN '''1''' ELSE '''{}''' END
    ), ', ' ORDER BY a.attnum) AS "values"
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''
  JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  GROUP BY c.oid, c.relname`;

/** Inserts a row into each table without rows. It refers to nothing. */
export async function fillEmptyTables({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ table: string; names: string; values: string }>(neededValues);
  const filled = rows.filter(({ table }) => !ofInstallation.includes(table));
  const inserts = filled.map(
    ({ table, names, values }) =>
      `INSERT INTO ${table} (${names}) SELECT ${values} WHERE NOT EXISTS (SELECT FROM ${table});`,
  );
  // No foreign keys and triggers.
  await pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${inserts.join(' ')} COMMIT`);
}

/** Half of the copies refer to what their row refers to, the others to this many copies of it. */
const others = 50;

/** The value of a column in copy `n` of its row. The same value becomes the same one in all tables. */
function copyOf({ name, type, isOwnKey, isReference }: Column): string {
  const column = `"${name}"`;
  const copy = (n: string): string => {
    if (type === 'bytea') return `sha256(${column} || (${n})::text::bytea)`;
    if (type === 'bigint') return `${column} + (${n}) * 1000000000000`;
    const unlikeIds = isOwnKey ? `${column} || n` : column;
    return `CASE WHEN ${column} ~ '^[0-9a-f]{24}$' THEN left(md5(${column} || (${n})), 24) ELSE ${unlikeIds} END`;
  };
  if (isOwnKey && ['text', 'bigint', 'bytea'].includes(type)) return copy('n');
  if (type !== 'text' && !isReference) return column;
  return `CASE WHEN n % 2 = 0 THEN ${column} ELSE ${copy(`n % ${others} + 1`)} END`;
}

/**
 * Multiplies what is in the database: half of the rows of each table are repeated in the same groups, rooms and calls,
 * half in a few copies of these.
 * @returns a function that inserts so many rows into each table that has any now, and returns the tables without rows
 */
export async function multiplierOf({ pool }: Database): Promise<(rows: number) => Promise<string[]>> {
  const { rows: tables } = await pool.query<{ table: string; columns: Column[] }>(columnsOf);
  const filled = tables.filter(({ table }) => !ofInstallation.includes(table));
  await pool.query('CREATE SCHEMA multiplied');
  for (const { table } of filled)
    await pool.query(`CREATE TABLE multiplied.${table} AS TABLE public.${table}`);
  return async (rows) => {
    const client = await pool.connect();
    const missing: string[] = [];
    try {
      // No foreign keys and triggers.
      await client.query('SET session_replication_role = replica');
      for (const { table, columns } of filled) {
        const names = columns.map(({ name }) => `"${name}"`).join(', ');
        const { rowCount } = await client.query(`
          INSERT INTO public.${table} (${names}) OVERRIDING SYSTEM VALUE
          SELECT ${columns.map(copyOf).join(', ')}
          FROM multiplied.${table}, generate_series(1, ${rows} / greatest(1, (SELECT count(*) FROM multiplied.${table}))) n
          ON CONFLICT DO NOTHING`);
        if ((rowCount ?? 0) < rows / 3) missing.push(table);
      }
      await client.query('RESET session_replication_role');
      await client.query('DROP SCHEMA multiplied CASCADE');
      await client.query('VACUUM ANALYZE');
    } finally {
      client.release();
    }
    return missing;
  };
}
