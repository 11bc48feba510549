import { isId } from '../platform/ids.ts';
import type { DocumentRow } from './store.ts';

/** The sizes of the pictures of a page, by their longer side in pixels. */
export const pictureSizes = { small: 1280, large: 2560 } as const;
export type PageSize = keyof typeof pictureSizes;

export const fileKeyOfDocument = (documentId: string): string => `documents/${documentId}/file`;

export const pageKeyOf = (documentId: string, number: number, size: PageSize): string =>
  `documents/${documentId}/${number}-${size}.webp`;

/** The keys of all files that a document may have. */
export function keysOfDocument({ id, totalPages }: Pick<DocumentRow, 'id' | 'totalPages'>): string[] {
  const numbers = Array.from({ length: totalPages ?? 0 }, (_, index) => index + 1);
  return [
    fileKeyOfDocument(id),
    ...numbers.flatMap((number) => [pageKeyOf(id, number, 'small'), pageKeyOf(id, number, 'large')]),
  ];
}

/** The document that a key belongs to, and whether it is its file. */
export function partsOfKey(key: string): { documentId: string; isFile: boolean } | undefined {
  const [folder, documentId = '', file] = key.split('/');
  return folder === 'documents' && isId(documentId) ? { documentId, isFile: file === 'file' } : undefined;
}
