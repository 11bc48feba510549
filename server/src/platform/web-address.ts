import { webAddressPattern } from '../../../contract/shared.ts';

/** The URL parser reads the host of `http:///x` from the path, drops tabs and line breaks and takes `\` for `/`. */
const written = /^https?:\/\/[^/?#\\\s]+(?:[/?#][^\t\n\r]*)?$/i;
const withoutUser = new RegExp(webAddressPattern, 'u');

/** An http or https address with a host; undefined for anything else. */
export function parseHttpAddress(text: string): URL | undefined {
  return written.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** The same without a user name and a password: an address that a page or a webhook may use. */
export const parseWebAddress = (text: string): URL | undefined =>
  withoutUser.test(text) ? parseHttpAddress(text) : undefined;
