import type { IncomingHttpHeaders } from 'node:http';
import type { OpenFile } from '../files.ts';

/** The values that identify a version of a file. */
type Validators = Pick<OpenFile, 'etag' | 'modified'>;

const matchesEtag = (header: string, etag: string, isWeakEnough: boolean): boolean =>
  header.trim() === '*' ||
  header
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === etag || (isWeakEnough && tag === `W/${etag}`));

const momentOf = (header: string | undefined): number | undefined => {
  const moment = Date.parse(header ?? '');
  return Number.isNaN(moment) ? undefined : moment;
};

/** Evaluates the conditional headers of a request in the order of RFC 9110, 13.2.2. */
export function evaluateConditions(
  headers: IncomingHttpHeaders,
  { etag, modified }: Validators,
): 'go' | 'same' | 'changed' {
  const ifMatch = headers['if-match'];
  const unmodifiedSince = momentOf(headers['if-unmodified-since']);
  if (ifMatch !== undefined) {
    if (!matchesEtag(ifMatch, etag, false)) return 'changed';
  } else if (unmodifiedSince !== undefined && modified.getTime() > unmodifiedSince) return 'changed';
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, etag, true) ? 'same' : 'go';
  const modifiedSince = momentOf(headers['if-modified-since']);
  return modifiedSince !== undefined && modified.getTime() <= modifiedSince ? 'same' : 'go';
}

/** Does `If-Range` name the current version, so that a part may be sent? */
export function isRangeOfSame(
  header: string | string[] | undefined,
  { etag, modified }: Validators,
): boolean {
  if (header === undefined) return true;
  // Node joins repeated headers, which its types do not show.
  const ifRange = String(header);
  return ifRange.trim() === etag || momentOf(ifRange) === modified.getTime();
}
