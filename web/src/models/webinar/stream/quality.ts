/** The choice of a viewer. `auto`: the player chooses by the network and the size of the picture. */
export type QualityChoice = 'auto' | 'high' | 'low';

export const qualityChoices: readonly QualityChoice[] = ['auto', 'high', 'low'];

/** The part of `navigator.connection` that is used here; only Chromium has it. */
export type NetworkHints = { saveData?: boolean; effectiveType?: string };

type Picture = { width: number; height: number };

/** The choice when a page opens. A viewer who saves data gets the small quality until they choose another one. */
export function firstChoice(stored: string | undefined, hints: NetworkHints | undefined): QualityChoice {
  return qualityChoices.find((choice) => choice === stored) ?? (hints?.saveData ? 'low' : 'auto');
}

/** Whether the first segment should be small, before the player has measured the network. */
export const beginsLow = (choice: QualityChoice, hints: NetworkHints | undefined): boolean =>
  choice === 'low' || (choice === 'auto' && /^(slow-2g|2g|3g)$/.test(hints?.effectiveType ?? ''));

/** The index of the quality in a list from the smallest to the largest; -1 leaves it to the player. */
export function levelOf(choice: QualityChoice, count: number): number {
  if (choice === 'auto') return -1;
  return choice === 'low' ? 0 : count - 1;
}

/** The number by which people know a quality: 360 for 360p, also of an upright picture. */
export const linesOf = ({ width, height }: Picture): number => Math.min(width, height);
