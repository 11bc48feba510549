import type { CsvSeparator } from '../../../../contract/csv.ts';
import { numberFormat } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/languages.ts';
import { ownTimeZone } from '../../kit/time-zone.ts';

/** Where a comma is the decimal mark, Excel expects semicolons. */
export const csvSeparatorFor = (language: Language): CsvSeparator =>
  numberFormat(language).format(0.5).includes(',') ? 'semicolon' : 'comma';

/** The query for a file that opens right at the reader's: its times, its separator and its language. */
export const fileQueryFor = (language: Language) => ({
  timezone: ownTimeZone(),
  csvSeparator: csvSeparatorFor(language),
  language,
});
