/**
 * Documents of rooms: files whose pages are shown to everybody in the call. Owns `documents` and `document_pages`.
 * Offers: the document in a path, its pages. Announces `DocumentEffects` (`parts.ts`).
 * Listens to: the deletion of a room and of a group.
 * Look first: `create.ts`, and `converting/attempt.ts` for what makes the pages.
 */

export { deleteDocumentsIn, deleteDocumentsOfRooms, deletePastDocuments } from './deleting.store.ts';
export { pageKeyOf } from './keys.ts';
export { documentLeftovers } from './leftovers.ts';
export type { DocumentEffects, DocumentParts } from './parts.ts';
export { filterReadableDocuments } from './readable.ts';
export { documentEndpoints } from './routes.ts';
export { type DocumentRow, findDocument, pageOfDocument } from './store.ts';
