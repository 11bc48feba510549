import { setTimeout as pause } from 'node:timers/promises';
import type { Cidr } from '../platform/http/networks.ts';
import { addressesOf, parseTarget, type Resolve, TargetRefused } from './targets.ts';

/** The longest time that a request waits for a name server. */
const patienceMs = 1000;

/**
 * Checks the URL of a new webhook. @returns one sentence, or undefined if it is acceptable. A host that does not
 * resolve yet is accepted, since every attempt checks again and integrators set up names and webhooks in any order.
 */
export async function checkNewTarget(
  text: string,
  allowed: Cidr[],
  resolve: Resolve,
): Promise<string | undefined> {
  const waiting = new AbortController();
  try {
    const addresses = addressesOf(parseTarget(text), allowed, resolve);
    addresses.catch(() => undefined);
    await Promise.race([addresses, pause(patienceMs, undefined, { signal: waiting.signal })]);
    return undefined;
  } catch (error) {
    return error instanceof TargetRefused ? error.message : undefined;
  } finally {
    waiting.abort();
  }
}
