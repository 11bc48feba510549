import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceSeconds = 300;

interface Event {
  eventName: string;
  roomId: string;
  spaceId: string;
  recordId?: string;
  callId?: string;
}

const hmac = (secret: string, ...parts: (string | Buffer)[]) =>
  parts.reduce((one, part) => one.update(part), createHmac('sha256', secret));

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);

/**
 * Returns the event, or null if the signature in the headers is wrong or too old.
 * @param raw the request's body as it came
 * @param headers by lower-case names, as Node's `request.headers`
 */
export function openByHeaders(
  raw: Buffer,
  headers: Record<string, string | string[] | undefined>,
  { secret, now = Date.now() / 1000 }: { secret: string; now?: number },
): Event | null {
  const id = String(headers['webhook-id']);
  const sentAt = String(headers['webhook-timestamp']);
  if (!/^\d{1,12}$/.test(sentAt) || Math.abs(now - Number(sentAt)) > toleranceSeconds) return null;
  const expected = Buffer.from(`v1,${hmac(secret, `${id}.${sentAt}.`, raw).digest('base64')}`);
  // There are two signatures while a new secret overlaps the old one.
  const given = String(headers['webhook-signature']).split(' ');
  if (!given.some((one) => isSame(Buffer.from(one), expected))) return null;
  return JSON.parse(raw.toString('utf8')).body;
}

/** Returns the event, or null if the signature in the body is wrong: for code without access to the headers. */
export function openByBody(raw: Buffer, secret: string): Event | null {
  // {"signature":"64 hex digits","body":INNER}: the signature is over the bytes of INNER.
  const inner = raw.subarray(87, -1);
  const signature = hmac(secret, inner).digest('hex');
  const expected = Buffer.concat([
    Buffer.from(`{"signature":"${signature}","body":`),
    inner,
    Buffer.from('}'),
  ]);
  return isSame(raw, expected) ? JSON.parse(inner.toString('utf8')) : null;
}
