const longest = 150;

const unsafe = /[\p{Cc}\p{Bidi_Control}\u2028\u2029/\\:*?"<>|]+/gu;

/**
 * A name that a person gave, as every system takes it for a file: without what separates folders, ends a line or turns
 * the writing round, not too long, its ending kept.
 */
export function fileNameOf(name: string): string {
  const clean = name.toWellFormed().normalize('NFC').replaceAll(unsafe, ' ').replaceAll(/\s+/gu, ' ').trim();
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? '';
  const stem = clean.slice(0, clean.length - ending.length).replace(/^[. ]+|[. ]+$/gu, '');
  return `${[...stem].slice(0, longest).join('').trim() || 'file'}${ending}`;
}

/** What old clients show, of ASCII alone. */
const plainOf = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\x20-\x7e]+/g, '_')
    .replaceAll(/["\\%]/g, '_');
  return /[A-Za-z0-9]/.test(plain.replace(/\.[A-Za-z0-9]+$/, '')) ? plain : plain.replace(/^[^.]*/, 'file');
};

const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The header `Content-Disposition` (RFC 6266): the name in UTF-8 as RFC 5987 writes it, and one of ASCII before it. */
export const dispositionOf = (kind: 'attachment' | 'inline', name: string): string =>
  `${kind}; filename="${plainOf(name)}"; filename*=UTF-8''${encoded(name)}`;
