import type { ErrorDetail } from '../../../contract/errors.ts';
import {
  documentTypeByEnd,
  largestDocument,
  mostDocuments,
} from '../../../contract/operations/document-limits.ts';
import type { Body } from '../../../contract/routes.ts';
import { documentTypeOf, lockAssetOfSpace } from '../assets/assets.ts';
import { now } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { Refusal, refuse, refuseField } from '../platform/errors.ts';
import type { Cidr } from '../platform/http/networks.ts';
import { checkNewTarget, type Resolve, resolveHost } from '../platform/http/outgoing/targets.ts';
import { newId } from '../platform/ids.ts';
import { lockRoom } from '../rooms/rooms.ts';
import { hasStorageFor } from '../spaces/spaces.ts';
import type { DocumentParts } from './parts.ts';
import {
  countDocuments,
  type DocumentRow,
  findDocument,
  insertDocument,
  insertSentContent,
  isUploadTaken,
} from './store.ts';

/** A document before its file is read. */
type Source = Pick<DocumentRow, 'assetId' | 'url' | 'fileName' | 'contentType' | 'bytes'>;

/** Office files need a converter: their people learn it at once. */
export const isOfficeType = (contentType: string | null): boolean =>
  contentType === documentTypeByEnd.pptx ||
  contentType === documentTypeByEnd.odp ||
  contentType === documentTypeByEnd.docx;

async function sourceOfUpload(trx: Db, spaceId: string, assetId: string): Promise<Source> {
  const asset = await lockAssetOfSpace(trx, { spaceId, assetId });
  // The upload is deleted as soon as its document has taken it over.
  if (!asset && (await isUploadTaken(trx, { spaceId, assetId }))) return refuse('document_taken');
  if (asset?.purpose !== 'document')
    return refuseField('assetId', 'must be an upload of this group for a document');
  const { contentType, bytes, received, fileName } = asset;
  if (contentType === null || received !== bytes) return refuse('asset_not_ready');
  return { assetId, url: null, fileName, contentType: contentType as DocumentRow['contentType'], bytes };
}

/** The last part of the path of an address, as a name. */
function fileNameIn(url: string): string {
  const part = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return cleanedName(decodeURIComponent(part)) || 'document';
  } catch {
    return cleanedName(part) || 'document';
  }
}

/** One line without slashes and invisible characters. */
const cleanedName = (text: string): string =>
  [...text.normalize('NFC').replace(/[\p{C}\p{Zl}\p{Zp}/\\]+/gu, ' ')].slice(0, 255).join('').trim();

const nameIn = (fileName: string): string =>
  [...fileName.replace(/\.[^.]{1,10}$/, '')].slice(0, 200).join('').trim() || 'document';

const sourceOf = ({ content, fileName }: { content: Buffer; fileName: string }): Source => ({
  ...{ assetId: null, url: null, fileName: cleanedName(fileName) || 'document' },
  ...{ contentType: documentTypeOf(content, fileName) ?? null, bytes: String(content.length) },
});

const sourceIn = async (
  trx: Db,
  spaceId: string,
  { assetId, url = '' }: Body<'createDocument'>,
): Promise<Source> =>
  assetId === undefined
    ? { assetId: null, url, fileName: fileNameIn(url), contentType: null, bytes: null }
    : sourceOfUpload(trx, spaceId, assetId);

interface NewDocument {
  spaceId: string;
  roomId: string;
  createdBy: string | null;
  body: Body<'createDocument'>;
  /** The file itself, with its name, in place of an upload or an address. */
  sent?: { content: Buffer; fileName: string };
  isShownWhenReady?: boolean;
}

interface Reaching {
  allowedNetworks: Cidr[];
  /** By default that of the system. Every attempt to load checks the address again. */
  resolve?: Resolve;
}

/** @throws a Refusal unless the body names one source, to which our server may go */
async function checkSource(
  { assetId, url }: Body<'createDocument'>,
  { allowedNetworks, resolve = resolveHost }: Reaching,
): Promise<void> {
  if ((assetId === undefined) !== (url === undefined)) {
    const fault = url === undefined ? undefined : await checkNewTarget(url, allowedNetworks, resolve);
    return fault === undefined ? undefined : refuseField('url', fault);
  }
  const message = assetId === undefined ? 'is needed, or url' : 'must not be given beside url';
  const details: ErrorDetail[] = [{ path: 'assetId', message }];
  throw new Refusal('validation_failed', { details });
}

/**
 * Adds a document to a room; a job converts it.
 * @throws Refusal
 */
export async function addDocument(
  parts: Pick<DocumentParts, 'storageLimit' | 'convertsOffice'> & Reaching,
  db: Db,
  wanted: NewDocument,
): Promise<DocumentRow> {
  if (!wanted.sent) await checkSource(wanted.body, parts);
  return insertNew(parts, db, wanted);
}

function insertNew(
  { storageLimit, convertsOffice }: Pick<DocumentParts, 'storageLimit' | 'convertsOffice'>,
  db: Db,
  { spaceId, roomId, createdBy, body, sent, isShownWhenReady = false }: NewDocument,
): Promise<DocumentRow> {
  const { name, isDownloadable = false } = body;
  return inTransaction(db, async (trx) => {
    // The lock of the room: requests for the same room count one after the other.
    if (!(await lockRoom(trx, roomId))) refuse('not_found');
    if ((await countDocuments(trx, roomId)) >= mostDocuments) refuse('too_many_documents');
    const source = sent ? sourceOf(sent) : await sourceIn(trx, spaceId, body);
    if (isOfficeType(source.contentType) && !convertsOffice) throw new Refusal('converter_missing');
    // The upload counts already, and its document takes it over.
    const bytes = sent?.content.length ?? (source.bytes === null ? largestDocument : 0);
    if (!(await hasStorageFor(trx, { spaceId, bytes, limit: storageLimit }))) refuse('group_storage_full');
    const document = {
      ...{
        id: newId(),
        spaceId,
        roomId,
        isDownloadable,
        isShownWhenReady,
        createdBy,
        createdAt: now(),
        ...source,
      },
      name: name?.trim() ?? nameIn(source.fileName),
    };
    if (!(await insertDocument(trx, document))) refuse('document_taken');
    if (sent) await insertSentContent(trx, document.id, sent.content);
    return (await findDocument(trx, { spaceId, roomId, documentId: document.id })) ?? refuse('not_found');
  });
}
