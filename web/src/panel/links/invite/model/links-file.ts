import { BYTE_ORDER_MARK, csvCell, csvLine } from '../../../../../../contract/csv.ts';
import type { Delimiter, ListedPerson } from './parse-people.ts';

/** A person with their link. */
export type PersonWithLink = ListedPerson & { id: string; url: string; expiresAt: string; isNew: boolean };

/** English names, so that programs read the file too; the import reads them again. */
const columns = ['name', 'url', 'externalUserId', 'email', 'phone', 'role', 'expiresAt'] as const;

/**
 * The links as CSV, without cells that a spreadsheet would run as formulas. Where a comma is the decimal mark, Excel
 * expects semicolons.
 */
export function linksFile(people: readonly PersonWithLink[], delimiter: Delimiter): Blob {
  const rows = people.map(({ username, url, externalUserId, email, phone, role, expiresAt }) =>
    [username, url, externalUserId, email, phone, role, expiresAt].map(csvCell),
  );
  const lines = [columns, ...rows].map((cells) => csvLine(cells, delimiter));
  return new Blob([BYTE_ORDER_MARK, ...lines], { type: 'text/csv;charset=utf-8' });
}
