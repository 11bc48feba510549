import { base64, encode, hmac, join, sameText, WebhookSignatureError } from './verify-webhook-hmac.ts';

/** The request's headers: a `Headers`, or an object whose names are in any case. */
export type WebhookHeaders =
  | { get: (name: string) => string | null | undefined }
  | Record<string, string | readonly string[] | undefined>;

export interface HeaderCheck {
  headers: WebhookHeaders;
  /** How far `webhook-timestamp` may be from our clock, either way: what is older may be a replay. */
  toleranceSeconds?: number;
  /** Our clock. */
  now?: Date;
}

/** What the headers tell of a delivery. */
export interface WebhookHead {
  /** `webhook-id`: the same at every attempt. Remember it, and do nothing the second time. */
  id: string;
  /** When this attempt was made. */
  sentAt: Date;
  /** `x-lectern-test`: it did not happen. Not under the signature. */
  isTest: boolean;
  /** `x-lectern-call-id`: the call, as analytics name it. Not under the signature. */
  callId: string | null;
}

/** Two overlapping secrets make two signatures; a list without end is nobody's we know. */
const mostSignatures = 64;

function isHeaders(headers: WebhookHeaders): headers is { get: (name: string) => string | null | undefined } {
  return typeof headers.get === 'function';
}

/** Own names only: what stands on a prototype is no header. */
function findHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
  if (values.length > 1) throw new WebhookSignatureError(`the header ${name} came more than once`);
  return values[0];
}

function header(headers: WebhookHeaders, name: string): string {
  const value = findHeader(headers, name);
  if (value === undefined || value === '') throw new WebhookSignatureError(`the header ${name} is missing`);
  return value;
}

function checkTime(sentAt: string, { toleranceSeconds = 300, now = new Date() }: HeaderCheck): Date {
  // Digits alone: 1e9, -1 and 0x10 are numbers, too, and no times that we send.
  if (!/^\d{1,12}$/.test(sentAt)) {
    throw new WebhookSignatureError('the header webhook-timestamp is no number of seconds');
  }
  const ageSeconds = now.getTime() / 1000 - Number(sentAt);
  if (Math.abs(ageSeconds) <= toleranceSeconds) return new Date(Number(sentAt) * 1000);
  const [why, hint] =
    ageSeconds < 0 ? ['in the future', 'is your clock right?'] : ['too long ago', 'a replay?'];
  throw new WebhookSignatureError(`it was sent ${why} (more than ${toleranceSeconds} s): ${hint}`);
}

/**
 * Checks a request by its headers, as Standard Webhooks says.
 * @param raw the body's bytes as they came
 * @throws WebhookSignatureError when a header is missing, its time is too far off, or no signature matches
 */
export async function checkHeaders(
  raw: Uint8Array,
  keys: readonly CryptoKey[],
  check: HeaderCheck,
): Promise<WebhookHead> {
  const { headers } = check;
  const id = header(headers, 'webhook-id');
  const seconds = header(headers, 'webhook-timestamp');
  const given = header(headers, 'webhook-signature').split(' ', mostSignatures);
  const sentAt = checkTime(seconds, check);
  const signed = join(encode(`${id}.${seconds}.`), raw);
  const signatures = await Promise.all(keys.map(async (key) => `v1,${base64(await hmac(key, signed))}`));
  if (!signatures.some((expected) => given.some((one) => sameText(expected, one)))) {
    throw new WebhookSignatureError('no signature in the header webhook-signature matches');
  }
  return {
    id,
    sentAt,
    isTest: findHeader(headers, 'x-lectern-test') === '1',
    callId: findHeader(headers, 'x-lectern-call-id') ?? null,
  };
}
