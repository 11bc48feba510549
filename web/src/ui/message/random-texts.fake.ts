/** 500 texts of twelve parts each, the same at every run. */
export function randomTexts(parts: readonly string[]): string[] {
  let seed = 7;
  const next = (): string | undefined => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return parts[seed % parts.length];
  };
  return Array.from({ length: 500 }, () => Array.from({ length: 12 }, next).join(''));
}
