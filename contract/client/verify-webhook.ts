import type { EventBody } from '../events.ts';
import { checkHeaders, type HeaderCheck, type WebhookHead } from './verify-webhook-headers.ts';
import {
  decodeUtf8,
  encode,
  hex,
  hmac,
  keysOf,
  sameText,
  WebhookSignatureError,
} from './verify-webhook-hmac.ts';

export type { HeaderCheck, WebhookHead, WebhookHeaders } from './verify-webhook-headers.ts';
export { WebhookSignatureError } from './verify-webhook-hmac.ts';

/** A delivery that was verified by its headers. */
export interface VerifiedWebhook extends WebhookHead {
  /** The inner object. */
  event: EventBody;
}

const inForm = [
  '',
  '\\{',
  '"signature"',
  ':',
  '"([0-9a-f]{64})"',
  ',',
  '"body"',
  ':',
  '(\\{[\\s\\S]*\\})',
  '\\}',
  '',
];
/** The format of deliveries: the signed bytes are in the body unchanged. */
const asSent = new RegExp(`^${inForm.join('[ \\t\\r\\n]*')}$`);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON of an object as JSON.stringify writes it. */
function written(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new WebhookSignatureError('the body is nested too deeply');
  }
}

interface Parts {
  signature: string;
  /** The text that was signed. */
  signed: string;
}

function partsOf(text: string): Parts {
  const [, signature, signed] = asSent.exec(text) ?? [];
  // If this is not one JSON text by itself, the pattern matched something else.
  if (signature !== undefined && signed !== undefined && parse(signed) !== undefined)
    return { signature, signed };
  const whole = parse(text) as { signature?: unknown; body?: unknown } | null | undefined;
  if (whole === undefined) throw new WebhookSignatureError('the body is not JSON');
  if (typeof whole?.signature !== 'string' || typeof whole.body !== 'object' || whole.body === null) {
    throw new WebhookSignatureError('the body has no signature or no inner body');
  }
  return { signature: whole.signature, signed: written(whole.body) };
}

function bytesOf(rawBody: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof rawBody === 'string') return encode(rawBody);
  if (ArrayBuffer.isView(rawBody))
    return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  throw new TypeError('the raw body is needed as it was received: a string or bytes, not a parsed object');
}

/** Verifies the signature in the body: interface.md, 2.8 and 5.11. */
async function checkBody(text: string, keys: readonly CryptoKey[]): Promise<EventBody> {
  const { signature, signed } = partsOf(text);
  const expected = await Promise.all(keys.map(async (key) => hex(await hmac(key, encode(signed)))));
  if (!expected.some((one) => sameText(one, signature))) {
    throw new WebhookSignatureError('the signature in the body does not match');
  }
  // Parsed from the signed text itself, so that what is returned is what was signed.
  return JSON.parse(signed) as EventBody;
}

function eventOf(text: string): EventBody {
  const whole = parse(text) as { body?: unknown } | null | undefined;
  const event = whole?.body;
  if (typeof event === 'object' && event !== null) return event as EventBody;
  throw new WebhookSignatureError('the signature is valid, but this is not a delivery');
}

/**
 * Verifies a webhook delivery by the signature in its body and returns its inner object.
 * @param rawBody the request's body exactly as received, before any parser
 * @param secret the webhook's secret, as shown or in the form `whsec_…`; or several, of which one must match
 * @throws WebhookSignatureError if it is not a delivery signed with this secret: respond with 401 and do nothing
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  secret: string | readonly string[],
): Promise<EventBody>;
/**
 * Verifies a webhook delivery by its headers (Standard Webhooks), which also reject old ones and accept the old
 * secret during an overlap. The signature in the body is not checked then.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  secret: string | readonly string[],
  check: HeaderCheck,
): Promise<VerifiedWebhook>;
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  secret: string | readonly string[],
  check?: HeaderCheck,
): Promise<EventBody | VerifiedWebhook> {
  const raw = bytesOf(rawBody);
  const keys = await keysOf(secret);
  const text = decodeUtf8(raw);
  if (!check) return checkBody(text, keys);
  const head = await checkHeaders(raw, keys, check);
  return { ...head, event: eventOf(text) };
}
