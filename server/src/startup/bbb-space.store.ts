import type { Db } from '../platform/db/db.ts';
import { hasRows } from '../platform/db/rows.ts';

export const spaceExists = (db: Db, id: string) => hasRows(db)`SELECT FROM spaces WHERE id = ${id}`;
