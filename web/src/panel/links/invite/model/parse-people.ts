import Papa from 'papaparse';
import { textOfCell } from '../../../../../../contract/csv.ts';
import { comparableEmail } from '../../../../../../contract/email.ts';
import { readPhone } from '../../../../../../contract/phone.ts';
import { type ColumnKind, columnsOf, roleIn } from './headings.ts';
import { linkFaults } from './link-form.ts';

/** A person of a list, with the row in which they stand, counted from 1. */
export type ListedPerson = {
  row: number;
  username: string;
  role: 'user' | 'moderator';
  externalUserId: string;
  email: string;
  phone: string;
};

/** `twice`: another row has the same. `quote`: the file ends inside quotes. */
export type RowFault = {
  row: number;
  of: 'username' | 'externalUserId' | 'email' | 'phone' | 'role' | 'file';
  fault: 'missing' | 'long' | 'bad' | 'twice' | 'quote' | 'many';
};

export type PeopleList = {
  people: ListedPerson[];
  /** In the order of rows. With any of them no link is created. */
  faults: RowFault[];
  /** The character between the cells. */
  delimiter: Delimiter;
};

const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** How many people a list may have. */
export const mostPeople = 1000;

const emailForm = /^[^\s@]+@[^\s@]+$/;
/** The digits of a date are no phone number: `14.05.2010`, `2010-05-14`. */
const dateForm = /^\d{1,4}([./-])\d{1,2}\1\d{1,4}$/;
/** Without a heading, fewer digits are no phone number. */
const isLongPhone = (cell: string): boolean => !dateForm.test(cell) && (readPhone(cell)?.length ?? 0) >= 7;

/** Without headings, the form of a cell tells what it is; all other cells of the row are the name. */
const kindOf = (cell: string): ColumnKind =>
  emailForm.test(cell) ? 'email' : isLongPhone(cell) ? 'phone' : 'part';

function personOf(
  cells: readonly string[],
  row: number,
  columns: readonly (ColumnKind | undefined)[] | undefined,
): { person: ListedPerson; hasUnknownRole: boolean } {
  const values: Partial<Record<ColumnKind, string[]>> = {};
  for (const [at, cell] of cells.entries()) {
    const kind = columns ? columns[at] : kindOf(cell);
    if (kind !== undefined && cell !== '') values[kind] = [...(values[kind] ?? []), cell];
  }
  const first = (kind: ColumnKind): string => values[kind]?.[0] ?? '';
  const role = roleIn(first('role'));
  const person = {
    row,
    username: first('name') || (values.part ?? []).join(' '),
    role: role ?? 'user',
    externalUserId: first('externalUserId'),
    email: first('email'),
    phone: first('phone'),
  };
  return { person, hasUnknownRole: role === undefined };
}

const checked = ['username', 'externalUserId', 'email', 'phone'] as const;

function faultsOf(person: ListedPerson, hasUnknownRole: boolean): RowFault[] {
  const { row } = person;
  const faults = linkFaults({ ...person, externalMeetingId: '' });
  const found = checked.flatMap((of) => (faults[of] ? [{ row, of, fault: faults[of] }] : []));
  return hasUnknownRole ? [...found, { row, of: 'role', fault: 'bad' }] : found;
}

/** Rows that have the id or the email of an earlier row: the same person would get two links. */
function repeated(people: readonly ListedPerson[]): RowFault[] {
  const seen = new Set<string>();
  return people.flatMap(({ row, externalUserId, email }) => {
    const of = externalUserId ? ('externalUserId' as const) : ('email' as const);
    const key = `${of} ${externalUserId || comparableEmail(email)}`;
    if (!externalUserId && !email) return [];
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ row, of, fault: 'twice' as const }];
  });
}

/** Reads a list of people: one name in each line, or a table with commas, semicolons or tabs, with or without headings. */
export function parsePeople(text: string): PeopleList {
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const delimiter = delimiterOf(lines);
  const { data, errors } = Papa.parse<string[]>(lines, { delimiter, newline: '\n' });
  const rows = data.map((cells, at) => ({
    cells: cells.map((cell) => textOfCell(cell).replace(/\s+/g, ' ').trim()),
    row: at + 1,
  }));
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const columns = columnsOf(filled[0]?.cells ?? []);
  const read = (columns ? filled.slice(1) : filled).map(({ cells, row }) => personOf(cells, row, columns));
  const people = read.map(({ person }) => person);
  const faults = [
    ...errors.filter(({ type }) => type === 'Quotes').map(({ row = 0 }) => quoteFault(row)),
    ...read.flatMap(({ person, hasUnknownRole }) => faultsOf(person, hasUnknownRole)),
    ...repeated(people),
    ...(people.length > mostPeople ? [manyFault(people[mostPeople]?.row ?? 0)] : []),
  ];
  return { people, faults: faults.sort((one, other) => one.row - other.row), delimiter };
}

/** The most frequent of these in the first line that has text, outside quotes. */
function delimiterOf(text: string): Delimiter {
  const line = /^.*\S.*$/m.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  const count = (delimiter: string): number => line.split(delimiter).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}

const quoteFault = (row: number): RowFault => ({ row: row + 1, of: 'file', fault: 'quote' });
const manyFault = (row: number): RowFault => ({ row, of: 'file', fault: 'many' });
