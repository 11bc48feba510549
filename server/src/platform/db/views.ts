import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type pg from 'pg';

/** A view or function whose file in `server/migrations/views/` has its whole definition. */
export interface View {
  /** As it stands after DROP: `VIEW spaces`. */
  object: string;
  definition: string;
}

/** The views and functions of this version, each after those that its text names. */
export function knownViews(folder: string): View[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const texts = new Map(
    files.sort().map((file) => [basename(file, '.sql'), readFileSync(join(folder, file), 'utf8')]),
  );
  const ordered: View[] = [];
  const seen = new Set<string>();
  const add = (name: string, definition: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const words = new Set(definition.replaceAll(/--.*/g, '').match(/\w+/g));
    for (const [other, text] of texts) if (words.has(other)) add(other, text);
    const kind = new RegExp(`^CREATE (VIEW|FUNCTION) ${name}\\b`, 'm').exec(definition)?.[1];
    if (!kind) throw new Error(`server/migrations/views/${name}.sql does not create ${name}`);
    ordered.push({ object: `${kind} ${name}`, definition });
  };
  for (const [name, text] of texts) add(name, text);
  return ordered;
}

/** The views and functions as they were created last, in this order. */
export async function viewsIn(client: pg.ClientBase): Promise<View[]> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS views (position integer PRIMARY KEY, object text NOT NULL, definition text NOT NULL)',
  );
  const { rows } = await client.query<View>('SELECT object, definition FROM views ORDER BY position');
  return rows;
}
