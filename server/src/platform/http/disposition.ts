const longest = 150;

const unsafe = /[\p{Cc}\p{Bidi_Control}\u2028\u2029/\\:*?"<>|]+/gu;

/**
 * A file name that every system accepts, made from user input: without path separators, control and bidi characters,
 * at most 150 characters, with its extension.
 */
export function safeFileName(name: string): string {
  const clean = name.toWellFormed().normalize('NFC').replaceAll(unsafe, ' ').replaceAll(/\s+/gu, ' ').trim();
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? '';
  const stem = clean.slice(0, clean.length - ending.length).replace(/^[. ]+|[. ]+$/gu, '');
  return `${[...stem].slice(0, longest).join('').trim() || 'file'}${ending}`;
}

/** The ASCII name that old clients show. */
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

/**
 * The `Content-Disposition` header (RFC 6266), with the name in ASCII and in UTF-8 (RFC 5987;
 * docs/decisions/0034).
 */
export const dispositionOf = (kind: 'attachment' | 'inline', name: string): string =>
  `${kind}; filename="${plainOf(name)}"; filename*=UTF-8''${encoded(name)}`;
