import { createHmac } from 'node:crypto';
import { type Keyring, randomAlphanumeric } from '../platform/crypto.ts';

export const secretPurpose = 'webhook-secret';

export const newSecret = (): string => randomAlphanumeric(32);

export const encryptSecret = (keyring: Keyring, secret: string): Buffer =>
  keyring.encrypt(secretPurpose, secret);
export const unseal = (keyring: Keyring, sealed: Buffer): string => keyring.decrypt(secretPurpose, sealed);

/** The format of the secret in the Standard Webhooks libraries. */
export const signingSecretOf = (secret: string): string => `whsec_${Buffer.from(secret).toString('base64')}`;

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text);

export interface Signable {
  eventId: string;
  /** The exact bytes of the inner object. */
  body: string;
  callId: string | null;
  isTest: boolean;
  isSample: boolean;
}

/** The signatures of one attempt. */
export interface Signatures {
  /** The signature of the inner object, in lower-case hex (interface 2.8). */
  signature: string;
  /** The header `webhook-signature`. */
  headerSignature: string;
  at: Date;
}

export interface OutgoingRequest {
  /** POST by default; a GET has no body. */
  method?: 'GET' | 'POST';
  body: string;
  headers: Record<string, string>;
}

const secondsOf = (at: Date): string => String(Math.floor(at.getTime() / 1000));
const wholeOf = (body: string, signature: string): string => `{"signature":"${signature}","body":${body}}`;

/** Signs one attempt with the valid secret and, during an overlap, with the previous one. */
export function sign(delivery: Signable, secrets: readonly [string, ...string[]], at: Date): Signatures {
  const signature = hmac(secrets[0], delivery.body).digest('hex');
  const signed = `${delivery.eventId}.${secondsOf(at)}.${wholeOf(delivery.body, signature)}`;
  const headerSignature = secrets.map((secret) => `v1,${hmac(secret, signed).digest('base64')}`).join(' ');
  return { signature, headerSignature, at };
}

/** The request of one attempt: the body of the interface, with the headers of Standard Webhooks. */
export function requestOf(
  delivery: Signable,
  { signature, headerSignature, at }: Signatures,
): OutgoingRequest {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'Lectern-Webhooks/1',
    'webhook-id': delivery.eventId,
    'webhook-timestamp': secondsOf(at),
    'webhook-signature': headerSignature,
  };
  if (delivery.callId) headers['x-lectern-call-id'] = delivery.callId;
  if (delivery.isTest) headers['x-lectern-test'] = '1';
  if (delivery.isSample) headers['x-lectern-sample'] = '1';
  return { body: wholeOf(delivery.body, signature), headers };
}
