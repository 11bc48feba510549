import { setTimeout as pause } from 'node:timers/promises';
import type { Cidr } from '../platform/http/networks.ts';
import { addressesOf, parseTarget, type Resolve, TargetRefused } from './targets.ts';

/** A request is not kept waiting for a name server longer than this. */
const patienceMs = 1000;

/**
 * What is wrong with an address that a webhook is to have, in a sentence; undefined when nothing is.
 * A name that leads nowhere yet is let through: every attempt checks again, and integrators set up
 * names and webhooks in any order.
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
