let accepting: string | undefined;

/**
 * Remembers that a person chose to join and has to sign in first. It is kept in memory: an address that says "accept"
 * would let a stranger's link add people to a group without asking.
 */
export function rememberInviteToAccept(inviteId: string): void {
  accepting = inviteId;
}

/** Whether this invitation was to be accepted; returns true once. */
export function takeInviteToAccept(inviteId: string): boolean {
  const isMeant = accepting === inviteId;
  if (isMeant) accepting = undefined;
  return isMeant;
}
