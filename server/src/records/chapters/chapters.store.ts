import type { Db } from '../../platform/db/db.ts';
import { execute, selectAll, selectFirst } from '../../platform/db/rows.ts';
import type { ChapterRow, NewChapter } from './chapter.ts';

/** The text of a page, and the name of its document. */
export const findShownPage = (db: Db, { documentId, page }: { documentId: string; page: number }) =>
  selectFirst<{ name: string; text: string }>(db)`
    SELECT d.name, p.text FROM documents d JOIN document_pages p ON p.document_id = d.id
    WHERE d.id = ${documentId} AND p.number = ${page}`;

/** Stores the pages that a recording shows, with the texts that they have now. */
export const saveChapters = (trx: Db, recordId: string, chapters: readonly NewChapter[]) => execute(trx)`
    INSERT INTO record_chapters
      (record_id, number, start_seconds, title, document_id, document_name, page, text, search)
    SELECT r.id, c.number, c.start, c.title, c.document_id, c.document_name, c.page, t.text,
      lexemes_of_group(s.chat_application_id, to_tsvector('russian', translate(t.text, 'ёЁ', 'еЕ')))
    FROM records r JOIN spaces s ON s.id = r.space_id
    CROSS JOIN LATERAL unnest(${chapters.map(({ start }) => start)}::double precision[],
      ${chapters.map(({ title }) => title)}::text[], ${chapters.map(({ documentId }) => documentId)}::text[],
      ${chapters.map(({ documentName }) => documentName)}::text[], ${chapters.map(({ page }) => page)}::integer[])
      WITH ORDINALITY AS c (start, title, document_id, document_name, page, number)
    CROSS JOIN LATERAL (
      SELECT coalesce(
        (SELECT p.text FROM document_pages p WHERE p.document_id = c.document_id AND p.number = c.page), c.title
      ) AS text
    ) t
    WHERE r.id = ${recordId} AND r.deleted_at IS NULL
    ON CONFLICT (record_id, number) DO NOTHING`;

/** The pages that a recording shows, in the order of time. Each ends where the next begins. */
export const chaptersOfRecord = (db: Db, recordId: string) => selectAll<ChapterRow>(db)`
    SELECT c.start_seconds AS start,
      coalesce(lead(c.start_seconds) OVER (ORDER BY c.number), greatest(r.duration, c.start_seconds)) AS "end",
      c.title, c.document_id AS "documentId", c.document_name AS "documentName", c.page
    FROM record_chapters c JOIN records r ON r.id = c.record_id
    WHERE c.record_id = ${recordId} ORDER BY c.number`;
