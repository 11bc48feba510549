import { base64, encode, hmac, join, sameText, WebhookSignatureError } from './verify-webhook-hmac.ts';

/** The request's headers: a `Headers`, or an object whose names are in any case. */
export type WebhookHeaders =
  | { get: (name: string) => string | null | undefined }
  | Record<string, string | readonly string[] | undefined>;

export interface HeaderCheck {
  headers: WebhookHeaders;
  /** The largest difference between `webhook-timestamp` and our clock: an older delivery may be a replay. */
  toleranceSeconds?: number;
  /** The current time, for tests. */
  now?: Date;
}

/** The facts about a delivery that its headers state. */
export interface WebhookHead {
  /** `webhook-id`: the same for all attempts. Store it, and ignore a delivery that has it again. */
  id: string;
  /** The time of this attempt. */
  sentAt: Date;
  /** `x-lectern-test`: the event did not happen. Not signed. */
  isTest: boolean;
  /** `x-lectern-sample`: it is of a sample call, which nobody made. Not signed. */
  isSample: boolean;
  /** `x-lectern-call-id`: the call's id in the analytics. Not signed. */
  callId: string | null;
}

/** Two overlapping secrets give two signatures; a long list does not come from us. */
const mostSignatures = 64;

function isHeaders(headers: WebhookHeaders): headers is { get: (name: string) => string | null | undefined } {
  return typeof headers.get === 'function';
}

/** Own properties only: an inherited one is not a header. */
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
  // Digits only: 1e9, -1 and 0x10 are numbers too, but not times that we send.
  if (!/^\d{1,12}$/.test(sentAt)) {
    throw new WebhookSignatureError('the header webhook-timestamp is not a number of seconds');
  }
  const ageSeconds = now.getTime() / 1000 - Number(sentAt);
  if (Math.abs(ageSeconds) <= toleranceSeconds) return new Date(Number(sentAt) * 1000);
  const [why, hint] =
    ageSeconds < 0 ? ['in the future', 'is your clock right?'] : ['too long ago', 'a replay?'];
  throw new WebhookSignatureError(`it was sent ${why} (more than ${toleranceSeconds} s): ${hint}`);
}

/**
 * Verifies a request by its headers, following Standard Webhooks.
 * @param raw the body's bytes as received
 * @throws WebhookSignatureError if a header is missing, its time is too far off, or no signature matches
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
    isSample: findHeader(headers, 'x-lectern-sample') === '1',
    callId: findHeader(headers, 'x-lectern-call-id') ?? null,
  };
}
