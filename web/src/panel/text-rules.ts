import { createRoom, createSpace } from '../../../contract/limits.generated.ts';
import { isVisible } from '../../../contract/printable.ts';

/** The API's limits, which forms check before a request. Lengths count code points. */

export const longestName: number = createRoom.name;
export const longestDescription: number = createSpace.description;

export const lengthOf = (text: string): number => [...text].length;

export type TextFault = 'missing' | 'long' | 'bad';

export function nameFault(name: string, longest = longestName): TextFault | undefined {
  const written = name.trim();
  if (!isVisible(written)) return 'missing';
  return lengthOf(written) > longest ? 'long' : undefined;
}

export const descriptionFault = (text: string): TextFault | undefined =>
  lengthOf(text.trim()) > longestDescription ? 'long' : undefined;

/** A web address or an empty text. */
export function addressFault(address: string): TextFault | undefined {
  const written = address.trim();
  if (written === '') return undefined;
  if (lengthOf(written) > createRoom.redirectUrl) return 'long';
  return /^https?:\/\/[^\s/]+/i.test(written) && URL.canParse(written) ? undefined : 'bad';
}

/** The value to send for an optional text. */
export const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
