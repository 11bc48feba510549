import { readStored, removeStored, writeStored } from '../../kit/storage.ts';

const key = 'lectern.invite';
const ofTab = (): Storage => window.sessionStorage;
/** Time in ms for a sign-in; a later visit of the invitation asks again. */
const longest = 15 * 60_000;

/** Used where the browser forbids storage: then it lasts until the page is left. */
let kept: string | undefined;

/**
 * Remembers that a person chose to join and has to sign in first. The tab keeps it, also while the person is at a
 * sign-in provider: an address that says "accept" would let a stranger's link add people to a group without asking.
 */
export function rememberInviteToAccept(inviteId: string): void {
  kept = `${inviteId} ${Date.now()}`;
  writeStored(key, kept, ofTab);
}

/** Whether this invitation was to be accepted; returns true once. */
export function takeInviteToAccept(inviteId: string): boolean {
  const [wanted, at] = (readStored(key, ofTab) ?? kept ?? '').split(' ');
  if (wanted !== inviteId) return false;
  kept = undefined;
  removeStored(key, ofTab);
  return Date.now() - Number(at) < longest;
}
