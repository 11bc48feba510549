/** The content of a column in a list of people. `part` is a part of the name: first, last or middle name. */
export type ColumnKind = 'name' | 'part' | 'externalUserId' | 'email' | 'phone' | 'role';

/** The headings that mean a kind of column, as people and programs write them in English and in Russian. */
const headings: Record<ColumnKind, string> = {
  name: `name, full name, fullname, username, display name, person, pupil, student, participant,
    фио, имя и фамилия, фамилия и имя, фамилия имя, фамилия имя отчество, полное имя, ученик, студент, участник`,
  part: `first name, firstname, last name, lastname, surname, family name, given name, middle name,
    имя, фамилия, отчество`,
  externalUserId: `id, external user id, externaluserid, external id, externalid, user id, student id, login,
    ид, внешний id, внешний id человека, id ученика, логин, идентификатор`,
  email: `email, e mail, mail, email address,
    почта, эл почта, электронная почта, адрес электронной почты, имейл`,
  phone: 'phone, phone number, mobile, tel, telephone, телефон, тел, номер телефона, мобильный',
  role: 'role, роль',
};

const kinds = new Map(
  Object.entries(headings).flatMap(([kind, names]) =>
    names.split(/,\s+/).map((name) => [name, kind as ColumnKind]),
  ),
);

/** Case, punctuation and repeated spaces do not matter. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The kinds of the columns if the row is a heading: at least one cell names a person, and no cell is a value. Columns
 * with other headings are undefined, and their cells are not used.
 */
export function columnsOf(row: readonly string[]): (ColumnKind | undefined)[] | undefined {
  const found = row.map((cell) => kinds.get(plain(cell)));
  if (!found.some((kind) => kind === 'name' || kind === 'part')) return undefined;
  return found;
}

const roles: Record<'user' | 'moderator', readonly string[]> = {
  user: ['', 'user', 'guest', 'pupil', 'student', 'participant', 'гость', 'участник', 'ученик', 'студент'],
  moderator: ['moderator', 'teacher', 'host', 'модератор', 'учитель', 'преподаватель', 'ведущий'],
};

/** The role that a cell names; undefined for another text. */
export function roleIn(cell: string): 'user' | 'moderator' | undefined {
  const text = plain(cell);
  if (roles.user.includes(text)) return 'user';
  return roles.moderator.includes(text) ? 'moderator' : undefined;
}
