import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorDetail } from '../../../../contract/errors.ts';
import { type AssetPurpose, assetPurposes } from '../../../../contract/operations/assets.ts';
import { Refusal } from '../../platform/errors.ts';

/** A new upload, as the headers of its creation describe it. */
export interface NewUpload {
  bytes: number;
  name: string;
  fileName: string;
  purpose: AssetPurpose;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A whole number in decimal digits that JavaScript represents exactly; undefined for any other text. */
function wholeNumberIn(text: string | string[] | undefined): number | undefined {
  if (typeof text !== 'string' || !/^\d{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

function decoded(base64: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64)) return undefined;
  try {
    return utf8.decode(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

/** Reads `Upload-Metadata`: pairs of a name and a value in Base64, separated by commas. Undefined if it is malformed. */
function metadataIn(header: string | string[] | undefined): Map<string, string> | undefined {
  const found = new Map<string, string>();
  if (header === undefined || header === '') return found;
  for (const pair of String(header).split(',')) {
    const [name = '', value = '', ...more] = pair.trim().split(/ +/);
    const text = decoded(value);
    if (name === '' || text === undefined || more.length > 0 || found.has(name)) return undefined;
    found.set(name, text);
  }
  return found;
}

/** One line without characters that are invisible or that a database or a file system refuses. */
const cleaned = (text: string, most: number): string =>
  [...text.normalize('NFC').replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, most).join('').trim();

const lastPart = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';
const withoutExtension = (fileName: string): string => fileName.replace(/\.[^.]{1,10}$/, '');

/** Reads the headers of a creation. @throws a Refusal that names every fault */
export function readNewUpload(headers: IncomingHttpHeaders): NewUpload {
  const details: ErrorDetail[] = [];
  const bytes = wholeNumberIn(headers['upload-length']);
  const metadata = metadataIn(headers['upload-metadata']);
  if (headers['upload-defer-length'] !== undefined)
    details.push({ path: 'Upload-Defer-Length', message: 'is not supported: send Upload-Length' });
  else if (bytes === undefined || bytes === 0)
    details.push({ path: 'Upload-Length', message: 'must be the size of the file in bytes, above 0' });
  if (!metadata)
    details.push({
      path: 'Upload-Metadata',
      message: 'must be pairs of a name and a value in Base64 of UTF-8, separated by commas',
    });
  const purpose = assetPurposes.find((known) => known === (metadata?.get('purpose') ?? 'video'));
  if (purpose === undefined)
    details.push({ path: 'Upload-Metadata', message: `purpose must be ${assetPurposes.join(' or ')}` });
  if (headers['upload-concat'] !== undefined)
    details.push({ path: 'Upload-Concat', message: 'is not supported: send the file as one upload' });
  if (details.length > 0 || bytes === undefined || !metadata || !purpose)
    throw new Refusal('validation_failed', { details });
  const fileName = cleaned(lastPart(metadata.get('filename') ?? ''), 255) || purpose;
  const name = cleaned(metadata.get('name') ?? '', 200) || cleaned(withoutExtension(fileName), 200);
  return { bytes, fileName, name: name || purpose, purpose };
}

/** Reads `Upload-Offset`. @throws a Refusal if it is no number */
export function readOffset(headers: IncomingHttpHeaders): number {
  const offset = wholeNumberIn(headers['upload-offset']);
  if (offset !== undefined) return offset;
  const details = [{ path: 'Upload-Offset', message: 'must be the number of bytes that have arrived' }];
  throw new Refusal('validation_failed', { details });
}

/** The value of `Content-Length`; undefined for a body that comes in chunks. */
export const bodyLengthIn = (headers: IncomingHttpHeaders): number | undefined =>
  wholeNumberIn(headers['content-length']);

export const metadataHeaderOf = (fileName: string): string =>
  `filename ${Buffer.from(fileName).toString('base64')}`;
