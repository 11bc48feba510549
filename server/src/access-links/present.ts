import type { Answer } from '../../../contract/routes.ts';
import { timestamp } from '../platform/clock.ts';
import type { MadeLink } from './generate.ts';
import type { LinkParts } from './parts.ts';
import { tokenOf } from './token.ts';

/** Percent-encodes all but RFC 3986 unreserved characters: programs that detect links end them at `)` or `'`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export function presentLink({ keyring, webUrl }: LinkParts, link: MadeLink): Answer<'generateAccess'> {
  const page = `${webUrl.href.replace(/\/$/, '')}/room/${link.alias}`;
  const token = tokenOf(keyring, link.id);
  return {
    url: `${page}?participantName=${encode(link.username)}&accessToken=${token}`,
    id: link.id,
    expiresAt: timestamp(link.expiresAt),
  };
}
