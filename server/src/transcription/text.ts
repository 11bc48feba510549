/**
 * Puts a text on one line: control characters, line breaks and repeated spaces become one space. Lone surrogates,
 * which PostgreSQL refuses, are replaced.
 */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();

/** A typed text on one line. Unlike `oneLine`, it keeps all other characters as they were typed. */
export const typedLine = (text: string): string => text.replace(/[\p{Cc} ]+/gu, ' ').trim();
