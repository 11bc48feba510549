import { codeIn } from '../../../../contract/room-code.ts';
import { copiedAddress } from '../../kit/copied-address.ts';

const aliasForm = /^[A-Za-z0-9_-]{10}$/;

/** The address for a pasted link, a typed code or an alias; undefined for other text. */
export function roomAddress(written: string, origin: string): string | undefined {
  const text = copiedAddress(written);
  // First: an alias with a hyphen may read as a code. The server looks for a code if no alias matches.
  if (aliasForm.test(text)) return `/room/${text}`;
  const code = codeIn(text);
  if (code !== undefined) return `/room/${code}`;
  const address = URL.parse(text) ?? URL.parse(text.startsWith('/') ? text : `https://${text}`, origin);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  const alias = /^\/room\/([^/]+)\/?$/.exec(address.pathname)?.[1];
  if (!alias || !(aliasForm.test(alias) || codeIn(alias))) return undefined;
  const sameHost = address.host === new URL(origin).host;
  return sameHost ? `${address.pathname}${address.search}` : address.href;
}
