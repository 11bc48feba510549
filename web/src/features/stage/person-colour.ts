/** Grounds for initials: dark enough for white text (4.5 and more), apart enough to tell people by. */
const grounds = [
  '#4a4fb8',
  '#7a3f9d',
  '#9c3a6b',
  '#a8433f',
  '#8f5a1c',
  '#5f6b1f',
  '#2f7040',
  '#1f6f6d',
  '#2a6598',
  '#5b5f73',
] as const;

/** Always the same colour for the same person, in every browser. */
export function colourOf(id: string): string {
  let hash = 0;
  for (let index = 0; index < id.length; index += 1) hash = (hash * 31 + id.charCodeAt(index)) >>> 0;
  return grounds[hash % grounds.length] ?? grounds[0];
}

/** First letters of the first and the last word, whole characters of any script. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = letterOf(words[0]);
  const last = words.length > 1 ? letterOf(words.at(-1)) : '';
  return (first + last).toLocaleUpperCase() || '?';
}

function letterOf(word: string | undefined): string {
  return word?.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? '';
}
