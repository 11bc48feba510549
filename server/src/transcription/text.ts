/**
 * Puts a text on one line: control characters, line breaks and repeated spaces become one space. Lone surrogates,
 * which PostgreSQL refuses, are replaced.
 */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
