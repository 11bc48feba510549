import type { Answer } from '../../../contract/routes.ts';
import { timestamp } from '../platform/clock.ts';
import { addressOfPage } from '../platform/web-address.ts';
import type { MadeLink } from './generate.ts';
import type { LinkParts } from './parts.ts';
import { tokenOf } from './token.ts';

/** Percent-encodes all but RFC 3986 unreserved characters: programs that detect links end them at `)` or `'`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The address that enters by the link. */
export function addressOfLink(
  { keyring, webUrl }: Pick<LinkParts, 'keyring' | 'webUrl'>,
  { id, alias, username }: Pick<MadeLink, 'id' | 'alias' | 'username'>,
): string {
  const page = addressOfPage(webUrl, `/room/${alias}`);
  return `${page}?participantName=${encode(username)}&accessToken=${tokenOf(keyring, id)}`;
}

export const presentLink = (parts: LinkParts, link: MadeLink): Answer<'generateAccess'> => ({
  url: addressOfLink(parts, link),
  id: link.id,
  expiresAt: timestamp(link.expiresAt),
});
