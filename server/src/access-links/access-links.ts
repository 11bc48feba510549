/** The public interface of access links. */
export { type CreatedLinks, countValidLinksBy, revokeLinksBy } from './created.store.ts';
export { eraseLinks } from './erase.store.ts';
export { enterByLink, linkForReturn, releaseLink } from './lifecycle.ts';
export { deletePastLinks } from './past.store.ts';
export { addressOfLink } from './present.ts';
export type { AccessLink } from './store.ts';
