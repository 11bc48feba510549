/** True if the lines of the element run from right to left. */
export const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';

/** The pressed key as if lines ran from left to right: `ArrowRight` moves towards the end of a line. */
export function keyAlongLine({ key, currentTarget }: { key: string; currentTarget: Element }): string {
  if (!isRightToLeft(currentTarget)) return key;
  return { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key] ?? key;
}
