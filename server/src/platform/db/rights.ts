import type pg from 'pg';
import { Unstartable } from '../errors.ts';

/** The role of this program in the database, with names as they stand in a statement. */
export interface RoleRights {
  role: string;
  database: string;
  schema: string;
  /** Whether the role may create tables and views. */
  mayCreate: boolean;
  /** The role to which the tables belong; null if there are none yet. */
  owner: string | null;
}

export async function rightsIn(client: pg.ClientBase | pg.Pool): Promise<RoleRights> {
  const { rows } = await client.query<RoleRights>(`
    SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database,
      quote_ident(schema) AS schema,
      coalesce(has_schema_privilege(current_user, to_regnamespace(quote_ident(schema)), 'CREATE'), false) AS "mayCreate",
      (SELECT quote_ident(tableowner) FROM pg_tables WHERE schemaname = schema AND tablename = 'migrations') AS owner
    FROM coalesce(current_schema(), 'public') AS schema`);
  const [rights] = rows;
  if (!rights) throw new Error('a query with one row returned none');
  return rights;
}

/** A sentence with what the operator of the database has to do, so that the role may create and change tables. */
export function faultOfRights({ role, database, schema, mayCreate, owner }: RoleRights): string | undefined {
  if (!mayCreate) {
    return `The role ${role} may not create tables in the schema ${schema} of the database ${database}. Connect to ${database} as its owner or a superuser, and run: GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${role};`;
  }
  if (owner === null || owner === role) return undefined;
  return `The tables of the database ${database} belong to the role ${owner}, and DATABASE_URL names ${role}, which may not change them. Name ${owner} there.`;
}

/** 42501: the role lacks a right. 3F000: it may use no schema. */
export const isForbidden = (error: unknown): boolean =>
  ['42501', '3F000'].includes((error as { code?: string })?.code ?? '');

/** @throws Unstartable with what to do if the error says that the role lacks a right, or else the error */
export async function refuseRole(client: pg.ClientBase | pg.Pool, error: unknown): Promise<never> {
  const fault = isForbidden(error) ? faultOfRights(await rightsIn(client)) : undefined;
  throw fault === undefined ? error : new Unstartable(fault);
}
