/** Colours of people without a picture, on the page and in recordings. White text has a contrast of 4.5 : 1. */
export const avatarColors = [
  '#4c4fd6',
  '#8a3fc4',
  '#b0307f',
  '#b83a3a',
  '#a24c10',
  '#5c6b12',
  '#1d7a4e',
  '#0f7285',
  '#2a66b8',
  '#5b5f77',
] as const;

/** The same colour for the same seed, in every browser and recording. */
export function avatarColor(seed: string): string {
  let sum = 0;
  for (const character of seed) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return avatarColors[sum % avatarColors.length] ?? avatarColors[0];
}

/** First letters of the first and the last word, in any script; empty for a name without letters. */
export function initials(name: string): string {
  const letters = name
    .split(/\s+/u)
    .map((word) => word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? '')
    .filter((letter) => letter !== '');
  const first = letters[0] ?? '';
  const last = letters.length > 1 ? letters.at(-1) : '';
  return `${first}${last}`.toLocaleUpperCase();
}
