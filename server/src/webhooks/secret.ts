import { createHmac } from 'node:crypto';
import { type Keyring, randomAlphanumeric } from '../platform/crypto.ts';

const purpose = 'webhook-secret';

export const newSecret = (): string => randomAlphanumeric(32);

export const seal = (keyring: Keyring, secret: string): Buffer => keyring.encrypt(purpose, secret);
export const unseal = (keyring: Keyring, sealed: Buffer): string => keyring.decrypt(purpose, sealed);

/** The form in which the Standard Webhooks libraries take the secret. */
export const signingSecretOf = (secret: string): string => `whsec_${Buffer.from(secret).toString('base64')}`;

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text);

export interface Signed {
  body: string;
  headers: Record<string, string>;
}

export interface Signable {
  eventId: string;
  /** The exact bytes of the inner object. */
  body: string;
  callId: string | null;
}

/** The request of one attempt: the body of the interface, and beside it what Standard Webhooks asks for. */
export function sign(delivery: Signable, secret: string, at: Date): Signed {
  const body = `{"signature":"${hmac(secret, delivery.body).digest('hex')}","body":${delivery.body}}`;
  const time = String(Math.floor(at.getTime() / 1000));
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'Lectern-Webhooks/1',
    'webhook-id': delivery.eventId,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${hmac(secret, `${delivery.eventId}.${time}.${body}`).digest('base64')}`,
  };
  if (delivery.callId) headers['x-lectern-call-id'] = delivery.callId;
  return { body, headers };
}
