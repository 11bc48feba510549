/**
 * Access links, which lead into one room and carry a name and a role. Owns `access_links`.
 * Offers: entry by a link and its release (`lifecycle.ts`), its address, revocation of an account's links.
 * Announces `LinkEffects` (`parts.ts`). Listens to: the loss of a role (`OwnLinks` of groups).
 * Look first: `generate.ts` creates links and lists of links, `update.ts` changes and revokes them. The token
 * is derived from the link's id and never stored (`token.ts`).
 */

export { revokeLinksBy } from './created.store.ts';
export { enterByLink, linkForReturn, releaseLink, takeLink } from './entry.ts';
export { eraseLinks } from './erase.store.ts';
export { generateAccess } from './generate.ts';
export type { DeviceRequest, LinkEffects, LinkParts } from './parts.ts';
export { addressOfLink } from './present.ts';
export { deletePastLinks } from './retention.store.ts';
export { type AccessLink, isLinkTaken, revokeLinksByIds } from './store.ts';
