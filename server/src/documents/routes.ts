import type { ErrorDetail } from '../../../contract/errors.ts';
import type { Body } from '../../../contract/routes.ts';
import { partakerOf } from '../participants/participants.ts';
import { now } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { requestedPage } from '../platform/db/page.ts';
import { runAll } from '../platform/effects.ts';
import { Refusal, refuse, refuseField } from '../platform/errors.ts';
import { accountOf, type Caller } from '../platform/http/access/caller.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import type { Cidr } from '../platform/http/networks.ts';
import { checkNewTarget, resolveHost } from '../platform/http/outgoing/targets.ts';
import { roomInPath } from '../rooms/rooms.ts';
import { createDocument } from './create.ts';
import type { DocumentParts } from './parts.ts';
import { presentDocument, presentPage, type Reader } from './present.ts';
import { documentReaderOf } from './readable.ts';
import {
  type DocumentPlace,
  type DocumentRow,
  documentsOf,
  findDocument,
  markDocumentDeleted,
  readyPagesOf,
  updateDocumentRow,
} from './store.ts';

interface OfRoom {
  db: Db;
  caller: Caller;
  params: { spaceId: string; roomId: string };
}

/** Finds how the caller reads the documents of the room in the path. */
async function readerInPath(request: OfRoom): Promise<Reader> {
  const { isModerator } = await partakerOf(request);
  return { reader: documentReaderOf(request.caller), isModerator };
}

type OfDocument = OfRoom & { params: DocumentPlace };

const documentInPath = async ({ db, params }: OfDocument): Promise<DocumentRow> =>
  (await findDocument(db, params)) ?? refuse('not_found');

async function readableInPath(request: OfDocument): Promise<Reader & { document: DocumentRow }> {
  const reader = await readerInPath(request);
  return { ...reader, document: await documentInPath(request) };
}

async function ledInPath(request: Parameters<typeof roomInPath>[0] & OfDocument): Promise<DocumentRow> {
  await roomInPath(request);
  return documentInPath(request);
}

const asModerator = (caller: Caller): Reader => ({ reader: documentReaderOf(caller), isModerator: true });

/** @throws a Refusal unless the body names one source, to which our server may go */
async function checkSource({ assetId, url }: Body<'createDocument'>, allowed: Cidr[]): Promise<void> {
  if ((assetId === undefined) !== (url === undefined)) {
    const fault = url === undefined ? undefined : await checkNewTarget(url, allowed, resolveHost);
    return fault === undefined ? undefined : refuseField('url', fault);
  }
  const message = assetId === undefined ? 'is needed, or url' : 'must not be given beside url';
  const details: ErrorDetail[] = [{ path: 'assetId', message }];
  throw new Refusal('validation_failed', { details });
}

export function documentEndpoints(parts: DocumentParts): Endpoint[] {
  const { files, allowedNetworks } = parts;
  return [
    endpoint('createDocument', {
      access: roomInPath,
      handle: async ({ db, caller, body, params: { spaceId, roomId } }) => {
        await checkSource(body, allowedNetworks);
        const createdBy = accountOf(caller) ?? null;
        const document = await createDocument(parts, db, { spaceId, roomId, createdBy, body });
        return presentDocument(files, document, asModerator(caller));
      },
    }),
    endpoint('listDocuments', {
      access: readerInPath,
      handle: async ({ db, params: { roomId }, query, access: reader }) => {
        const { items, total } = await documentsOf(db, roomId, requestedPage(query, 'asc'));
        return {
          items: await Promise.all(items.map((document) => presentDocument(files, document, reader))),
          total,
        };
      },
    }),
    endpoint('getDocument', {
      access: readableInPath,
      handle: ({ access: { document, ...reader } }) => presentDocument(files, document, reader),
    }),
    endpoint('listDocumentPages', {
      access: readableInPath,
      handle: async ({ db, query, access: { document, reader } }) => {
        const pages = await readyPagesOf(db, document.id, requestedPage(query, 'asc'));
        const items = await Promise.all(pages.map((page) => presentPage(files, page, { document, reader })));
        return { items, total: document.readyPages };
      },
    }),
    endpoint('updateDocument', {
      inTransaction: true,
      access: ledInPath,
      handle: async ({ db, caller, body: { name, isDownloadable }, access: { id } }) => {
        const changed = await updateDocumentRow(db, id, {
          ...(name !== undefined && { name: name.trim() }),
          ...(isDownloadable !== undefined && { isDownloadable }),
        });
        return presentDocument(files, changed ?? refuse('not_found'), asModerator(caller));
      },
    }),
    endpoint('deleteDocument', {
      access: ledInPath,
      handle: async ({ db, access: document }) => {
        await inTransaction(db, async (trx) => {
          await runAll(trx, parts.onDocumentDeleting, document);
          await markDocumentDeleted(trx, document.id, now());
        });
      },
    }),
  ];
}
