import type { Db } from '../platform/db/db.ts';
import { deleteDocumentRow, findDeletedDocuments } from './deleting.store.ts';
import { keysOfDocument } from './keys.ts';
import { documentsChannel } from './store.ts';

/** The files of deleted documents. Their rows are deleted after them. */
export const documentLeftovers = {
  owners: 'deleted documents',
  wokenBy: documentsChannel,
  find: async (db: Db, page: { after: string; limit: number }) =>
    (await findDeletedDocuments(db, page)).map((document) => ({
      id: document.id,
      keys: () => keysOfDocument(document),
      markRemoved: () => deleteDocumentRow(db, document.id),
    })),
};
