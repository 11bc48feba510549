/** Each carries white text at 4.5 : 1 or more. */
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

export function avatarColor(seed: string): string {
  let sum = 0;
  for (const character of seed) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return avatarColors[sum % avatarColors.length] ?? avatarColors[0];
}

/** The first letters of the first and the last word; nothing for a name without letters. */
export function initials(name: string): string {
  const words = name
    .split(/\s+/)
    .map((word) => word.match(/\p{L}|\p{N}/u)?.[0] ?? '')
    .filter((letter) => letter !== '');
  const first = words[0] ?? '';
  const last = words.length > 1 ? words[words.length - 1] : '';
  return `${first}${last}`.toLocaleUpperCase();
}
