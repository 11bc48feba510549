import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from './decode.ts';
import { mostPeople, parsePeople } from './parse-people.ts';

const names = (text: string) => parsePeople(text).people.map(({ username }) => username);
const faults = (text: string) => parsePeople(text).faults.map(({ row, of, fault }) => [row, of, fault]);

test('a list of names has one person in each line', () => {
  assert.deepEqual(names('Anna Ivanova\r\n\r\n  Boris \nZoë'), ['Anna Ivanova', 'Boris', 'Zoë']);
  assert.deepEqual(names(''), []);
  assert.deepEqual(
    parsePeople('Anna\n\nBoris').people.map(({ row }) => row),
    [1, 3],
  );
});

test('headings in English and in Russian name the columns, in any order', () => {
  const english = parsePeople(
    'Email,Full name,ID,Phone,Room,Role\na@b.org,Anna,u-1,+44 20 7946 0018,7,Teacher\n',
  );
  assert.deepEqual(english.people, [
    {
      ...{ row: 2, username: 'Anna', role: 'moderator', externalUserId: 'u-1', email: 'a@b.org' },
      phone: '+44 20 7946 0018',
    },
  ]);
  const russian = parsePeople(
    'Фамилия;Имя;Эл. почта;Роль\nИванова;Анна;anna@example.org;Ученик\nПетров;Пётр;;\n',
  );
  assert.deepEqual(
    russian.people.map(({ username, email, role }) => [username, email, role]),
    [
      ['Иванова Анна', 'anna@example.org', 'user'],
      ['Петров Пётр', '', 'user'],
    ],
  );
  assert.deepEqual([english.faults, russian.faults, russian.delimiter], [[], [], ';']);
});

test('cells that are copied from a spreadsheet are separated by tabs; without headings their form tells what they are', () => {
  const { people } = parsePeople('Иванова\tАнна\tanna@example.org\t8 (495) 123-45-67\nПетров\tПётр\t\t');
  assert.deepEqual(
    people.map(({ username, email, phone }) => [username, email, phone]),
    [
      ['Иванова Анна', 'anna@example.org', '8 (495) 123-45-67'],
      ['Петров Пётр', '', ''],
    ],
  );
});

test('a date in a list without headings is no phone number', () => {
  const { people } = parsePeople('Anna;14.05.2010\nBoris;2010-05-14\nVera;495.123.45.67');
  assert.deepEqual(
    people.map(({ phone }) => phone),
    ['', '', '495.123.45.67'],
  );
});

test('quotes hold delimiters, quotes and line breaks', () => {
  const { people } = parsePeople('name;email\n"Ivanova; ""Anya""";a@b.org\n"Boris\nPetrov";\n');
  assert.deepEqual(
    people.map(({ username }) => username),
    ['Ivanova; "Anya"', 'Boris Petrov'],
  );
});

test('every fault is named by its row before anything is created', () => {
  const list = [
    'name,email,id,role',
    `Anna,anna,${'u'.repeat(257)},headmaster`,
    ',b@example.org,,',
    `${'x'.repeat(101)},,,`,
    'Eve,b@example.org,,',
    'Zoë,,u-2,',
    'Zoe,,u-2,',
  ];
  assert.deepEqual(faults(list.join('\n')), [
    [2, 'externalUserId', 'bad'],
    [2, 'email', 'bad'],
    [2, 'role', 'bad'],
    [3, 'username', 'missing'],
    [4, 'username', 'long'],
    [5, 'email', 'twice'],
    [7, 'externalUserId', 'twice'],
  ]);
  assert.deepEqual(faults('name,email\n"Anna,a@b.org\nBoris,'), [[2, 'file', 'quote']]);
});

test('a list of a thousand people is read at once, and a longer one is refused', () => {
  const list = Array.from({ length: mostPeople + 1 }, (_, at) => `Pupil ${at},p${at}@example.org`);
  assert.deepEqual(faults(list.slice(1).join('\n')), []);
  assert.deepEqual(faults(list.join('\n')), [[mostPeople + 1, 'file', 'many']]);
});

test('files of Excel are decoded: UTF-8 with and without a mark, UTF-16, Windows-1251', () => {
  const text = 'Имя;Анна';
  const windows = Uint8Array.from([0xc8, 0xec, 0xff, 0x3b, 0xc0, 0xed, 0xed, 0xe0]);
  const utf16 = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
  for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), utf16, windows]) {
    assert.deepEqual(decodeText(new Uint8Array(bytes)), { text });
  }
});

test('a workbook, a picture or a huge file is no list', () => {
  assert.deepEqual(decodeText(Uint8Array.from([0x50, 0x4b, 3, 4, 20])), { fault: 'notText' });
  assert.deepEqual(decodeText(Uint8Array.from([0x89, 0x50, 0, 0])), { fault: 'notText' });
  assert.deepEqual(decodeText(new Uint8Array(2_000_001)), { fault: 'tooBig' });
});
