const key = 'lectern.invite';
/** Time in ms for a sign-in; a later visit of the invitation asks again. */
const longest = 15 * 60_000;

/** Used where the browser forbids storage: then it lasts until the page is left. */
let kept: string | undefined;

/**
 * Remembers that a person chose to join and has to sign in first. It is kept in the tab, which also survives the way
 * to a sign-in provider: an address that says "accept" would let a stranger's link add people to a group without asking.
 */
export function rememberInviteToAccept(inviteId: string): void {
  kept = `${inviteId} ${Date.now()}`;
  try {
    window.sessionStorage.setItem(key, kept);
  } catch {
    // Storage is full or forbidden.
  }
}

/** Whether this invitation was to be accepted; returns true once. */
export function takeInviteToAccept(inviteId: string): boolean {
  const [wanted, at] = (readKept() ?? '').split(' ');
  if (wanted !== inviteId) return false;
  kept = undefined;
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so there is no value.
  }
  return Date.now() - Number(at) < longest;
}

function readKept(): string | undefined {
  try {
    return window.sessionStorage.getItem(key) ?? kept;
  } catch {
    return kept;
  }
}
