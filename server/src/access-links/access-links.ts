/** What access links offer to the features above them. */
export { enterByLink, linkForReturn } from './lifecycle.ts';
export type { AccessLink } from './store.ts';
