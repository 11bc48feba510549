import { type RawBuilder, sql } from 'kysely';
import { foldForSearch } from '../../../../contract/search.ts';

/** A condition: does the text of the column contain the searched text, without case and however it is composed? */
export const containsText = (column: RawBuilder<unknown>, search: string): RawBuilder<unknown> => sql`
  replace(replace(replace(replace(replace(lower(normalize(${column}, NFC)),
    U&'i\\0307', 'i'), 'ß', 'ss'), 'ς', 'σ'), 'ı', 'i'), 'ё', 'е') LIKE ${patternOf(search)}`;

/** A `LIKE` pattern that finds this text literally. */
const patternOf = (text: string): string => `%${foldForSearch(text).replace(/[\\%_]/g, '\\$&')}%`;
