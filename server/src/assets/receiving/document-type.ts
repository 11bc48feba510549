import { type DocumentType, documentTypeByEnd } from '../../../../contract/operations/document-limits.ts';

/** Types with the first bytes of their files, as hexadecimal digits; a dot is any digit. */
const signatures: [type: DocumentType, begin: RegExp][] = [
  [documentTypeByEnd.png, /^89504e470d0a1a0a/],
  [documentTypeByEnd.jpg, /^ffd8ff/],
  [documentTypeByEnd.webp, /^52494646.{8}57454250/],
];
/** Readers of PDF accept other bytes before it. */
const pdfWithin = 1024;
const archive = /^504b0304/;

const officeTypes: Record<string, DocumentType> = {
  pptx: documentTypeByEnd.pptx,
  odp: documentTypeByEnd.odp,
  docx: documentTypeByEnd.docx,
};

/**
 * The type of a file by its first bytes; undefined if it is none that a document may have. Office files are archives:
 * which of them it is, its name says, and the converter finds out.
 */
export function documentTypeOf(start: Buffer, fileName: string): DocumentType | undefined {
  if (start.subarray(0, pdfWithin).includes('%PDF-')) return documentTypeByEnd.pdf;
  const hex = start.subarray(0, 16).toString('hex');
  const found = signatures.find(([, begin]) => begin.test(hex));
  if (found) return found[0];
  return archive.test(hex) ? officeTypes[fileName.split('.').at(-1)?.toLowerCase() ?? ''] : undefined;
}
