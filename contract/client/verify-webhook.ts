import type { EventBody } from '../events.ts';

/** A delivery whose signature is not right, or that is no delivery at all: reject the request. */
export class WebhookSignatureError extends Error {
  override name = 'WebhookSignatureError';
}

const encoder = new TextEncoder();

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Compares without telling by its time where the first difference is. */
function sameText(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let i = 0; i < expected.length; i++) {
    difference |= expected.charCodeAt(i) ^ given.charCodeAt(i % Math.max(given.length, 1));
  }
  return difference === 0;
}

interface Parts {
  signature: string;
  /** The bytes that were signed. */
  signed: string;
}

/** The form in which deliveries are sent: here the signed bytes stand in the body as they are. */
const asSent = /^\s*\{\s*"signature"\s*:\s*"([0-9a-f]{64})"\s*,\s*"body"\s*:\s*(\{[\s\S]*\})\s*\}\s*$/;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function partsOf(rawBody: string): Parts {
  const [, signature, signed] = asSent.exec(rawBody) ?? [];
  // Where what stands there is not one JSON text by itself, the match was of something else.
  if (signature !== undefined && signed !== undefined && parse(signed) !== undefined)
    return { signature, signed };
  const whole = parse(rawBody) as { signature?: unknown; body?: unknown } | null | undefined;
  if (whole === undefined) throw new WebhookSignatureError('the body is not JSON');
  if (typeof whole?.signature !== 'string' || typeof whole.body !== 'object' || whole.body === null) {
    throw new WebhookSignatureError('the body has no signature or no inner body');
  }
  return { signature: whole.signature, signed: JSON.stringify(whole.body) };
}

/**
 * Checks a webhook delivery (interface.md, 2.8 and 5.11) and returns its inner object.
 * @param rawBody the request's body exactly as it came, before any parser had it
 * @param secret the webhook's secret
 * @throws WebhookSignatureError when it is not a delivery signed with this secret: answer 401 and do nothing
 */
export async function verifyWebhook(rawBody: string | Uint8Array, secret: string): Promise<EventBody> {
  const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
  const { signature, signed } = partsOf(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const expected = hex(await crypto.subtle.sign('HMAC', key, encoder.encode(signed)));
  if (!sameText(expected, signature)) throw new WebhookSignatureError('the signature does not match');
  // Read from the signed bytes themselves: what is returned is what was signed.
  return JSON.parse(signed) as EventBody;
}
