import { useCallState } from '../call-context.ts';

/** Whether the own connection is lost: then nobody can be seen to speak or to have stopped. */
export const useLinkLost = (): boolean => useCallState((state) => state.isOwnLinkLost);
