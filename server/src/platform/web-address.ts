import { webAddressPattern } from '../../../contract/shared.ts';

/** The URL parser takes the host of `http:///x` from the path, drops tabs and line breaks and reads `\` as `/`. */
const written = /^https?:\/\/[^/?#\\\s]+(?:[/?#][^\t\n\r]*)?$/i;
const withoutUser = new RegExp(webAddressPattern, 'u');

/** Parses an http or https URL with a host; undefined for anything else. */
export function parseHttpAddress(text: string): URL | undefined {
  return written.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** The same without a user name and password: a URL that a page or a webhook may use. */
export const parseWebAddress = (text: string): URL | undefined =>
  withoutUser.test(text) ? parseHttpAddress(text) : undefined;

/** The absolute address of a page; the public URL of the server may have a path. */
export const addressOfPage = (webUrl: URL, path: string): string =>
  `${webUrl.href.replace(/\/$/, '')}${path}`;
