import type { Language } from '../../../../contract/languages.ts';

/** Replaces line breaks: a name must not add lines to the email. */
export const inOneLine = (name: string): string => name.replace(/\s+/g, ' ').trim();

/**
 * A name that a stranger chose, for an email to somebody who does not know them: mail programs must not turn a part of
 * it into a link.
 * @example withoutLinks('Win at shop.example/now') // 'Win at shop. example/now'
 */
export const withoutLinks = (name: string): string => inOneLine(name).replace(/\.(?=\S)|:(?=\/\/)/g, '$& ');

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const asHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

export const paragraphOf = (line: string): string => `<p>${asHtml(line)}</p>`;

export const linkOf = (label: string, address: string): string =>
  `<a href="${asHtml(address)}">${asHtml(label)}</a>`;

/** Such as `Central European Standard Time`. */
export function zoneNameOf(at: Date, locale: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** The look of a group: its name, the address of its logo, its colour such as `#7a1f3d`. */
export interface EmailBrand {
  name: string;
  logoUrl: string | null;
  color: string | null;
}

/** A line in the colour of the group, then its logo and its name. The name stays where a mail program loads no pictures. */
function headOf({ name, logoUrl, color }: EmailBrand): string {
  const line = color === null ? '' : ` style="border-top:4px solid ${asHtml(color)};padding-top:12px"`;
  const logo =
    logoUrl === null
      ? ''
      : `<img src="${asHtml(logoUrl)}" alt="" height="32" style="vertical-align:middle;margin-right:8px">`;
  return `<p${line}>${logo}<b>${asHtml(inOneLine(name))}</b></p>`;
}

/** The HTML of an email; the parts are HTML already. */
export const pageOf = (
  { language, title, brand }: { language: Language; title: string; brand?: EmailBrand | undefined },
  parts: string[],
): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${asHtml(title)}</title></head><body>`,
    ...(brand ? [headOf(brand)] : []),
    ...parts,
    '</body></html>',
  ].join('\n');
