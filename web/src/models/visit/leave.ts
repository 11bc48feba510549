import { callFinished } from '../../../../contract/frame.ts';
import type { LeftReason } from '../call/call-contract.ts';

/** The reasons after which this person no longer takes part in the call. */
const finals: readonly LeftReason[] = ['left', 'ended', 'removed'];

/**
 * Tells the parent page, if there is one, that the call ended for this person. Existing integrations listen for this
 * message; it contains no secret, so any parent may read it.
 */
export function notifyParentPage(reason: LeftReason): void {
  if (window.parent !== window && finals.includes(reason)) window.parent.postMessage(callFinished, '*');
}

/** The room's exit address; undefined if it has none, or one that is no web address. */
export function redirectAddressAfter(
  reason: LeftReason,
  redirectUrl: string | null | undefined,
): string | undefined {
  if (!redirectUrl || !finals.includes(reason)) return undefined;
  return /^https?:\/\//i.test(redirectUrl) ? redirectUrl : undefined;
}
