let isLanding = true;

/**
 * True until the document has shown a page of groups. Only then the list leads on to the only group: somebody who
 * chooses "Groups" later wants the list.
 */
export const isLandingOnGroups = (): boolean => isLanding;

export function endLanding(): void {
  isLanding = false;
}
