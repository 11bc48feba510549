import { makePdf } from '../../recorder/testing/made-pdf.ts';
import type { Db } from '../src/platform/db/db.ts';
import { newId } from '../src/platform/ids.ts';
import { databaseOf } from './database.ts';
import type { TestGroup } from './group.ts';
import type { Lectern } from './lectern.ts';
import { createUpload, sendBytes } from './uploads.ts';

interface MadeDocument {
  pages?: number;
  name?: string;
  isDownloadable?: boolean;
}

/** Inserts a document whose pages are ready, without any file. @returns its id */
export async function insertDocumentRows(
  db: Db,
  { spaceId, roomId }: TestGroup['at'],
  { pages = 2, name = 'Secrets of a school', isDownloadable = false }: MadeDocument = {},
): Promise<string> {
  const [id, at] = [newId(), new Date()];
  await db
    .insertInto('documents')
    .values({
      ...{ id, space_id: spaceId, room_id: roomId, name, file_name: `${name}.pdf`, bytes: '1000' },
      ...{
        content_type: 'application/pdf',
        state: 'ready',
        is_stored: true,
        is_downloadable: isDownloadable,
      },
      ...{ total_pages: pages, ready_pages: pages, created_at: at, ready_at: at },
    })
    .execute();
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  await db
    .insertInto('document_pages')
    .values(
      numbers.map((number) => ({
        ...{ document_id: id, number, width: 2560, height: 1440, text: `${name}, page ${number}` },
      })),
    )
    .execute();
  return id;
}

/** The same in the database of a server. */
export async function insertDocumentOf(
  lectern: Lectern,
  at: TestGroup['at'],
  made?: MadeDocument,
): Promise<string> {
  const { db, close } = await databaseOf(lectern);
  try {
    return await insertDocumentRows(db, at, made);
  } finally {
    await close();
  }
}

/** A PDF with a page for each title. */
export const lessonPdf = (titles: string[]): Buffer<ArrayBuffer> =>
  makePdf({ pages: titles.map((title) => ({ lines: [title] })) });

interface UploadedDocument {
  body: Buffer<ArrayBuffer>;
  fileName?: string | undefined;
}

/** Uploads a file for a document into the group. @returns the upload, whole */
export async function uploadDocument(
  lectern: Lectern,
  { spaceId }: Pick<TestGroup, 'spaceId'>,
  { body, fileName = 'Lesson.pdf' }: UploadedDocument,
): Promise<{ id: string }> {
  const by = { url: lectern.url, token: lectern.owner.personalToken };
  const { path, id } = await createUpload(by, { spaceId, size: body.length, fileName, purpose: 'document' });
  const { status, text } = await sendBytes(by, { path, offset: 0, body });
  if (status !== 204) throw new Error(`the upload was refused: ${text}`);
  return { id };
}

/** Uploads a file, and makes a document of the room of it, which the server converts. */
export async function makeDocument(
  lectern: Lectern,
  group: TestGroup,
  file: UploadedDocument,
): Promise<{ id: string }> {
  const { id: assetId } = await uploadDocument(lectern, group, file);
  return group.owner.createDocument({ ...group.at, body: { assetId } });
}
