let accepting: string | undefined;

/**
 * Somebody who chose to join and has to sign in first joins by that alone. It is kept in the page's memory: an
 * address that says "accept" would let a stranger's link take people into a group unasked.
 */
export function rememberInviteToAccept(inviteId: string): void {
  accepting = inviteId;
}

/** Whether this invitation was to be accepted; says so once. */
export function takeInviteToAccept(inviteId: string): boolean {
  const isMeant = accepting === inviteId;
  if (isMeant) accepting = undefined;
  return isMeant;
}
