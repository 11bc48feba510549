import { plural } from '../plural.ts';

/** Inviting people into a room or an automatic webinar. */
export const invite = {
  way: 'Whom to invite',
  everyone: 'Everyone',
  person: 'One person',
  list: 'List',
  label: 'Label',
  labelHint: 'For you, to find the link again. For example, the name of the class.',
  labelMissing: 'Enter a label',
  isNameAsked: 'Ask people for their name',
  isNameAskedHint: 'Otherwise everyone joins under the label.',
  address: 'Address',
  code: 'Code:',
  copyCode: (code: string) => `Copy the code ${code}`,
  codeHint: (host: string) => `Easy to dictate. People enter it at ${host}.`,
  qr: 'QR code',
  qrOf: (name: string) => `QR code: ${name}`,
  print: 'Print',
  scan: 'Point the camera of your phone at the code',
  orCode: (host: string) => `or open ${host} and enter`,
  people: 'People',
  peopleHint: 'One name in each line, or rows copied from a spreadsheet: name, email, phone, ID.',
  peoplePlaceholder: 'Amelia Clarke\nOliver Grant, oliver@school.org',
  peopleMissing: 'Enter names or choose a file',
  chooseFile: 'Choose a CSV file',
  tooBig: 'This file is larger than 2 MB. Split the list.',
  notText: 'This is not a text file. In the spreadsheet, save the list as CSV.',
  makeNoLinks: 'Create links',
  makeLinks: (count: number) => plural('en', count, { one: 'Create # link', other: 'Create # links' }),
  preview: (count: number) => plural('en', count, { one: '# person', other: '# people' }),
  details: 'Details',
  more: (count: number) => plural('en', count, { one: 'and # more person', other: 'and # more people' }),
  faults: (count: number) =>
    plural('en', count, { one: 'Correct # problem first:', other: 'Correct # problems first:' }),
  row: (row: number) => `Row ${row}:`,
  roleBad: 'Use “guest” or “moderator” as the role',
  twice: 'This person is in the list twice',
  quote: 'A quotation mark is not closed',
  many: 'A list has at most 1,000 people',
  hasLink: ' · has a link',
  known: (count: number) =>
    plural('en', count, {
      one: '# person already has a valid link',
      other: '# people already have valid links',
    }),
  keep: 'Keep these links',
  keepHint: 'The result contains them too. Nothing changes for these people.',
  again: 'Create new links for everyone',
  againHint: 'The earlier links stay valid until they expire or you revoke them.',
  progress: 'Creating links',
  created: (done: number, all: number) => `${done} of ${all} created`,
  listMade: (made: number, kept: number) =>
    [
      plural('en', made, { one: '# link created.', other: '# links created.' }),
      kept > 0 ? plural('en', kept, { one: '# kept.', other: '# kept.' }) : '',
    ]
      .filter(Boolean)
      .join(' '),
  download: 'Download CSV',
  printCards: 'Print QR cards',
  copyAll: 'Copy all',
};
