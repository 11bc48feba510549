export type XmlContent = string | number | boolean | null | readonly XmlElement[];
export type XmlElement = readonly [name: string, content: XmlContent];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text as the content of an element, without the characters that XML 1.0 forbids. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

function write([name, content]: XmlElement): string {
  const inner = Array.isArray(content) ? content.map(write).join('') : escapeXml(String(content ?? ''));
  return inner === '' ? `<${name}/>` : `<${name}>${inner}</${name}>`;
}

/** The XML of a response. */
export const xmlOf = (elements: readonly XmlElement[]): string => write(['response', elements]);

/** Whether a text may be the name of an element. */
export const isXmlName = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/.test(text);
