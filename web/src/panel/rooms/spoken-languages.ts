import type { Language } from '../../i18n/languages.ts';

/** The languages that a transcript may be requested in; the server accepts every code of ISO 639. */
const codes = 'ar be cs de en es fr hi hy it ja ka kk ko nl pl pt ru sr tr uk uz zh'.split(' ');

/** The spoken languages with their names in the reader's language, by name; a chosen one that is not listed is added. */
export function spokenLanguages(reader: Language, chosen?: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(reader, { type: 'language' });
  const label = (code: string): string => {
    const name = names.of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(reader) + name.slice(1);
  };
  const all = chosen && chosen !== 'auto' && !codes.includes(chosen) ? [...codes, chosen] : codes;
  return all
    .map((value) => ({ value, label: label(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, reader));
}
