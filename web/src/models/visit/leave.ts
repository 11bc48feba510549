import { callFinished } from '../../../../contract/frame.ts';
import type { LeftReason } from '../call/call-contract.ts';

/** The reasons after which this person has no part in the call any more. */
const finals: readonly LeftReason[] = ['left', 'ended', 'removed'];

/**
 * Tells the page around ours, where there is one, that the call ended for this person. The word is what existing
 * integrations listen for; it holds nothing secret, so any parent may hear it.
 */
export function notifyParentPage(reason: LeftReason): void {
  if (window.parent !== window && finals.includes(reason)) window.parent.postMessage(callFinished, '*');
}

/** Where the room sends people afterwards; undefined where it does not, or names something that is no web address. */
export function redirectAddressAfter(
  reason: LeftReason,
  redirectUrl: string | null | undefined,
): string | undefined {
  if (!redirectUrl || !finals.includes(reason)) return undefined;
  return /^https?:\/\//i.test(redirectUrl) ? redirectUrl : undefined;
}
