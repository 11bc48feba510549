/** The limits of the interface, as a form holds them before it asks the server. Lengths count code points. */

export const longestName = 200;
const longestDescription = 2_000;
const longestAddress = 2_000;

export const lengthOf = (text: string): number => [...text].length;

export type TextFault = 'missing' | 'long' | 'bad';

export function nameFault(name: string, longest = longestName): TextFault | undefined {
  const written = name.trim();
  if (written === '') return 'missing';
  return lengthOf(written) > longest ? 'long' : undefined;
}

export const descriptionFault = (text: string): TextFault | undefined =>
  lengthOf(text.trim()) > longestDescription ? 'long' : undefined;

/** An address that a page may follow, or nothing at all. */
export function addressFault(address: string): TextFault | undefined {
  const written = address.trim();
  if (written === '') return undefined;
  if (lengthOf(written) > longestAddress) return 'long';
  return /^https?:\/\/[^\s/]+/i.test(written) && URL.canParse(written) ? undefined : 'bad';
}

/** What is sent for a text that may be absent. */
export const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
