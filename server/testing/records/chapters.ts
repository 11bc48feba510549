import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { saveChapters } from '../../src/records/chapters/chapters.store.ts';
import type { TestGroup } from '../group.ts';

interface Shown {
  recordId: string;
  pages: { start: number; title: string; text: string }[];
}

/** Inserts a document with these pages and the chapters of a recording that shows them. @returns the document's id */
export async function insertChapters(
  db: Db,
  { spaceId, room }: Pick<TestGroup, 'spaceId' | 'room'>,
  { recordId, pages }: Shown,
): Promise<string> {
  const documentId = newId();
  await sql`
    INSERT INTO documents (id, space_id, room_id, url, name, file_name, content_type, bytes, state, is_stored, total_pages,
      ready_pages, is_downloadable, created_at, ready_at)
    VALUES (${documentId}, ${spaceId}, ${room.id}, 'https://example.org/a.pdf', 'Lesson 3', 'a.pdf', 'application/pdf', 1000,
      'ready', true, ${pages.length}, ${pages.length}, false, now(), now())`.execute(db);
  for (const [index, { text }] of pages.entries())
    await sql`
      INSERT INTO document_pages (document_id, number, width, height, text)
      VALUES (${documentId}, ${index + 1}, 1280, 720, ${text})`.execute(db);
  const chapters = pages.map(({ start, title }, index) => ({
    ...{ start, title, documentId, documentName: 'Lesson 3', page: index + 1 },
  }));
  await saveChapters(db, recordId, chapters);
  return documentId;
}
