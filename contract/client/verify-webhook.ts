import type { EventBody } from '../events.ts';

/** A delivery whose signature is not right, or that is no delivery at all: reject the request. */
export class WebhookSignatureError extends Error {
  override name = 'WebhookSignatureError';
}

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Compares without telling by its time where the first difference is. */
function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % Math.max(b.length, 1));
  return difference === 0;
}

/**
 * Checks a webhook delivery (interface.md, 2.8 and 5.11) and returns its inner object.
 * @param rawBody the request's body exactly as it came
 * @param secret the webhook's secret
 * @throws WebhookSignatureError when it is not a delivery signed with this secret
 */
export async function verifyWebhook(rawBody: string, secret: string): Promise<EventBody> {
  let parsed: { signature?: unknown; body?: unknown };
  try {
    parsed = JSON.parse(rawBody);
  } catch {
    throw new WebhookSignatureError('the body is not JSON');
  }
  if (typeof parsed?.signature !== 'string' || typeof parsed.body !== 'object' || parsed.body === null) {
    throw new WebhookSignatureError('the body has no signature or no inner body');
  }
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign']);
  const expected = hex(await crypto.subtle.sign('HMAC', key, bytes.encode(JSON.stringify(parsed.body))));
  if (!sameText(expected, parsed.signature)) throw new WebhookSignatureError('the signature does not match');
  return parsed.body as EventBody;
}
