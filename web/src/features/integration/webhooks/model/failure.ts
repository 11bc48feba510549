import type { Attempt } from './types.ts';

/** Why an attempt failed, as far as the page has a text for it. */
type AttemptFailure =
  | 'refused'
  | 'cut'
  | 'unreachable'
  | 'late'
  | 'noAddress'
  | 'nameServers'
  | 'notPublic'
  | 'badAddress'
  | 'certificate'
  | 'unreadableSecret'
  | 'badAnswer'
  | 'switchedOff'
  | 'noPlan'
  | 'lost'
  | 'unknown'
  | 'redirect'
  | 'rejected'
  | 'notFound'
  | 'tooMany'
  | 'broken'
  | 'status';

/** In this order; the server writes these sentences, or takes them from OpenSSL. */
const sentences: [AttemptFailure, RegExp][] = [
  ['switchedOff', /^not sent: the webhook/],
  ['noPlan', /^not sent: the plan/],
  ['lost', /^not known/],
  ['refused', /^the connection was refused/],
  ['cut', /^the connection was cut/],
  ['unreachable', /cannot be reached/],
  ['late', /^no answer within/],
  ['nameServers', /name servers did not answer/],
  ['noAddress', /leads to no address/],
  ['notPublic', /not public/],
  ['badAddress', /^the target must/],
  ['unreadableSecret', /^the secret cannot be read/],
  ['certificate', /certificate|TLS|CERT|SSL/],
  ['badAnswer', /^the answer (is not HTTP|has too many headers|never begins)/],
];

function ofStatus(status: number): AttemptFailure | undefined {
  if (status >= 200 && status <= 299) return undefined;
  if (status >= 300 && status <= 399) return 'redirect';
  if (status === 401 || status === 403) return 'rejected';
  if (status === 404 || status === 405 || status === 410) return 'notFound';
  if (status === 429) return 'tooMany';
  return status >= 500 ? 'broken' : 'status';
}

/** Undefined for a successful attempt. */
export function failureOf({
  statusCode,
  error,
}: Pick<Attempt, 'statusCode' | 'error'>): AttemptFailure | undefined {
  if (statusCode !== null) return ofStatus(statusCode);
  return sentences.find(([, words]) => words.test(error ?? ''))?.[0] ?? 'unknown';
}

/** Failures for which the stored sentence says more than the page's text. */
export const needsSentence = (failure: AttemptFailure): boolean =>
  ['certificate', 'badAnswer', 'unknown', 'notPublic', 'badAddress'].includes(failure);
