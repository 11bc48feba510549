/** `converting`: pages that are ready can be shown. */
export const documentStates = ['converting', 'ready', 'failed'] as const;

/** Why a document has not become ready. */
export const documentFailures = [
  'unreadable',
  'password_protected',
  'too_many_pages',
  'page_too_large',
  'too_large',
  'too_slow',
  'unsupported_type',
  'converter_missing',
  'converter_failed',
  'address_refused',
  'address_failed',
  'file_missing',
  'storage',
  'unknown',
] as const;
export type DocumentFailure = (typeof documentFailures)[number];

/** The ends of names of files, with their content types. */
export const documentTypeByEnd = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odp: 'application/vnd.oasis.opendocument.presentation',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;
export type DocumentType = (typeof documentTypeByEnd)[keyof typeof documentTypeByEnd];
export const documentTypes = [...new Set(Object.values(documentTypeByEnd))] as const;

/** Documents of a room. */
export const mostDocuments = 50;
export const mostDocumentPages = 500;
export const largestDocument = 100_000_000;
/** Characters of the text of a page. */
export const longestPageText = 10_000;
