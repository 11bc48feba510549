import { visible } from './printable.ts';
import { decodePunycode } from './punycode.ts';

// No schemas, so that the page has these rules, too.

/** In UTF-16 code units of the stored form; a mail server allows no more octets (RFC 5321, errata 1690). */
const longestEmail = 254;
const atom = `(?:[\\w!#$%&'*+/=?^\`{|}~-]|(?![\\u0000-\\u007F\\p{Cs}])${visible})+`;
const localPart = new RegExp(`^${atom}(?:\\.${atom})*$`, 'u');
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const asciiDomain = new RegExp(`^(?:${label}\\.)+(?=[0-9-]*[a-z])${label}$`);
/** Characters that the URL parser cuts off, decodes or removes instead of refusing them. */
const beyondHost = /[\s/?#\\@:%]/;
/** Nobody writes a longer one; before this check, no work depends on the length of a stranger's text. */
const longestWritten = 1_000;
const invisibleBegin = /^[\s\p{Default_Ignorable_Code_Point}]+/u;
const invisibleEnd = /[\s\p{Default_Ignorable_Code_Point}]+$/u;

/** The domain in ASCII (`xn--…`) and lower case, as DNS and mail servers know it; undefined for none. */
function asciiDomainOf(domain: string): string | undefined {
  const address = `http://${domain}/`;
  if (beyondHost.test(domain) || !URL.canParse(address)) return undefined;
  const { hostname } = new URL(address);
  return asciiDomain.test(hostname) ? hostname : undefined;
}

/**
 * Reads an email address as people write it, also of an international domain (docs/decisions/0136).
 * @returns its stored form: the domain in ASCII and lower case, the rest composed (NFC) and in the case as written;
 *   undefined for no address
 * @example readEmail('Anna@Почта.РФ') // 'Anna@xn--80a1acny.xn--p1ai'
 */
export function readEmail(text: string): string | undefined {
  if (text.length > longestWritten) return undefined;
  const written = text.replace(invisibleBegin, '').replace(invisibleEnd, '').normalize('NFC');
  const at = written.lastIndexOf('@');
  if (at < 1 || at > longestEmail) return undefined;
  const local = written.slice(0, at);
  const domain = asciiDomainOf(written.slice(at + 1));
  if (domain === undefined || !localPart.test(local)) return undefined;
  const email = `${local}@${domain}`;
  return email.length <= longestEmail ? email : undefined;
}

export const isEmail = (text: string): boolean => readEmail(text) !== undefined;

/** @returns the same text for every form of an address; for a text that is no address, its lower case */
export const comparableEmail = (text: string): string => (readEmail(text) ?? text.trim()).toLowerCase();

/** @returns a stored address as people write it: `anna@почта.рф` for `anna@xn--80a1acny.xn--p1ai` */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const labels = email.slice(at).split('.');
  const domain = labels
    .map((part) => (part.startsWith('xn--') ? (decodePunycode(part.slice(4)) ?? part) : part))
    .join('.');
  const shown = email.slice(0, at) + domain;
  // Refuse a text that leads to another domain, or to none.
  return asciiDomainOf(domain) === email.slice(at) ? shown : email;
}

/** Does the address need a mail server with the extension SMTPUTF8? */
export const needsSmtpUtf8 = (email: string): boolean => /[^\p{ASCII}]/u.test(email);
