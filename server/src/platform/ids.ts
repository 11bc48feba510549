import { randomBytes, randomUUID } from 'node:crypto';
import { now } from './clock.ts';
import { randomToken } from './crypto.ts';

/** 24 lower-case hex characters, ordered by time: 6 bytes of milliseconds and 6 random bytes. */
export function newId(): string {
  const time = now().getTime().toString(16).padStart(12, '0');
  // Each request gets an id. Node keeps random bytes in store for UUIDs, whose first 12 digits are all random.
  const random = randomUUID();
  return time + random.slice(0, 8) + random.slice(9, 13);
}

/** 24 random lower-case hex characters, for an id that is itself a credential. */
export const newSecretId = (): string => randomBytes(12).toString('hex');

export const isId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text);

/** The ids among the parameters of a path, for log lines. Other parameters may be secrets. */
export const idsIn = (parameters: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parameters ?? {}).filter(([name, value]) => name.endsWith('Id') && isId(String(value))),
  );

/** The code in a room's address: 10 characters of `[A-Za-z0-9_-]`. */
export const newAlias = (): string => randomToken(8).slice(0, 10);

/** A chat id is a positive bigint in decimal digits. */
export const isChatId = (text: string): boolean => /^[1-9][0-9]{0,17}$/.test(text);

/** A new epoch for a channel's stream. */
export const newEpoch = (): string => randomToken(6);
