import { numberFormat } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/languages.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size with decimal prefixes. */
export function sizeText(bytes: number, language: Language): string {
  let [value, step] = [bytes, 0];
  while (value >= 999.5 && step < units.length - 1) {
    value /= 1000;
    step += 1;
  }
  return numberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && step > 1 ? 1 : 0,
  }).format(value);
}

export const percentText = (share: number, language: Language): string =>
  numberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
