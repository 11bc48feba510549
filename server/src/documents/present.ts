import { documentTypeByEnd } from '../../../contract/operations/document-limits.ts';
import { Document, DocumentPage } from '../../../contract/operations/documents.ts';
import type { Answer } from '../../../contract/routes.ts';
import { addressesUntil, type FileStore } from '../engines/files/files.ts';
import { presentFields } from '../platform/present.ts';
import { fileKeyOfDocument, type PageSize, pageKeyOf } from './keys.ts';
import type { DocumentPageRow, DocumentRow } from './store.ts';

type Files = Pick<FileStore, 'linkOf'>;

/** Somebody who reads documents: the name of their URLs, and whether they moderate. */
export interface Reader {
  reader: string;
  isModerator: boolean;
}

/** The usual end of the name of a file of each type. */
const endOf = (contentType: string): string =>
  Object.entries(documentTypeByEnd).find(([, type]) => type === contentType)?.[0] ?? 'bin';

/** The name of a download: as it was uploaded, with the end that its content has. */
export function downloadNameOf({
  fileName,
  contentType,
}: Pick<DocumentRow, 'fileName' | 'contentType'>): string {
  const ends: Record<string, string> = documentTypeByEnd;
  const end = fileName.split('.').at(-1)?.toLowerCase() ?? '';
  return contentType === null || ends[end] === contentType ? fileName : `${fileName}.${endOf(contentType)}`;
}

async function downloadUrlOf(files: Files, document: DocumentRow, { reader, isModerator }: Reader) {
  const { id, contentType, isStored, isDownloadable } = document;
  if (!isStored || contentType === null || !(isDownloadable || isModerator)) return null;
  const name = downloadNameOf(document);
  const options = { name, contentType, disposition: 'attachment', until: addressesUntil(), reader } as const;
  return files.linkOf(fileKeyOfDocument(id), options);
}

export async function presentDocument(
  files: Files,
  document: DocumentRow,
  reader: Reader,
): Promise<Answer<'getDocument'>> {
  return {
    ...presentFields(Document, document),
    fileSize: document.bytes === null ? null : Number(document.bytes),
    downloadUrl: await downloadUrlOf(files, document, reader),
  };
}

export async function presentPage(
  files: Files,
  page: DocumentPageRow,
  { document: { id, name }, reader }: { document: DocumentRow; reader: string },
): Promise<Answer<'listDocumentPages'>['items'][number]> {
  const address = (size: PageSize) =>
    files.linkOf(pageKeyOf(id, page.number, size), {
      ...{ name: `${name}-${page.number}.webp`, contentType: 'image/webp', disposition: 'inline' },
      ...{ until: addressesUntil(), reader },
    });
  return {
    ...presentFields(DocumentPage, page),
    smallUrl: await address('small'),
    largeUrl: await address('large'),
  };
}
