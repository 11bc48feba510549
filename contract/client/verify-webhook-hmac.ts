/** The signature is wrong, or the content is not a delivery: reject the request. */
export class WebhookSignatureError extends Error {
  override name = 'WebhookSignatureError';
}

const algorithm = { name: 'HMAC', hash: 'SHA-256' };
const encoder = new TextEncoder();
const prefix = 'whsec_';

export const encode = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Decodes UTF-8 and refuses anything else. A byte order mark is kept, since it is not JSON. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new WebhookSignatureError('the body is not UTF-8');
  }
}

export function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

function bytesOfSecret(secret: string): Uint8Array<ArrayBuffer> {
  try {
    const bytes = secret.startsWith(prefix) ? fromBase64(secret.slice(prefix.length)) : encode(secret);
    if (bytes.length > 0) return bytes;
  } catch {
    // Thrown below instead: the error of atob would show the secret in logs.
  }
  throw new TypeError('a secret is empty, or not one that a webhook can have');
}

/**
 * The keys of secrets in either form, with or without `whsec_`.
 * @throws TypeError if one is invalid: anybody could sign with an empty secret
 */
export function keysOf(secrets: string | readonly string[]): Promise<CryptoKey[]> {
  const all = typeof secrets === 'string' ? [secrets] : secrets;
  if (all.length === 0) throw new TypeError('there is no secret to verify with');
  const bytes = all.map(bytesOfSecret);
  return Promise.all(bytes.map((one) => crypto.subtle.importKey('raw', one, algorithm, false, ['sign'])));
}

export async function hmac(key: CryptoKey, signed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
}

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Compares in constant time. */
export function sameText(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let i = 0; i < expected.length; i++) {
    difference |= expected.charCodeAt(i) ^ given.charCodeAt(i % Math.max(given.length, 1));
  }
  return difference === 0;
}
