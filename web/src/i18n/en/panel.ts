import { plural } from '../plural.ts';

export const roomChoice = {
  search: 'Search rooms',
  none: 'No room has this name.',
  more: 'There are more. Write a part of the name.',
  failed: 'The rooms could not be loaded.',
};

export const shell = {
  skip: 'Skip to the page',
  main: 'Main',
  groups: 'Groups',
  profile: 'Profile',
  sessions: 'Sign-ins',
  integration: 'Integration',
  account: 'Account',
  menu: 'Menu',
  closeMenu: 'Close the menu',
  signedInAs: (name: string) => `Signed in as ${name}`,
  signOut: 'Sign out',
  signOutFailed: 'The server did not answer, so you are still signed in. Try again.',
  awayTitle: 'The server does not answer',
  awayText: 'Nothing is lost. It is usually back within a minute.',
  again: 'Try again',
  nowhereTitle: 'There is no page here',
  nowhereText: 'The address may be mistyped, or what it showed was deleted.',
  toGroups: 'Go to your groups',
};

export const problems = {
  away: 'The server does not answer. Nothing is lost: try again in a moment.',
  rate_limited: 'Too many tries in a row. Try again in a moment.',
  tooManySeconds: (count: number) =>
    plural('en', count, {
      one: 'Too many tries in a row. Try again in # second.',
      other: 'Too many tries in a row. Try again in # seconds.',
    }),
  tooManyMinutes: (count: number) =>
    plural('en', count, {
      one: 'Too many tries in a row. Try again in # minute.',
      other: 'Too many tries in a row. Try again in # minutes.',
    }),
  forbidden: 'You are not allowed to do that.',
  plan_required: 'The plan of this account does not include that.',
  not_found: 'This is not there any more.',
  validation_failed: 'Look at the marked fields.',
  unauthorized: 'You are not signed in any more.',
  foreign_origin: 'The server does not know this address as its own. Ask whoever runs it.',
  internal: 'Something went wrong on the server.',
};

export const list = {
  clear: 'Clear the search',
  order: 'Order',
  newest: 'Newest first',
  oldest: 'Oldest first',
  previous: 'Previous page',
  next: 'Next page',
  range: (first: number, last: number, total: number) =>
    `${first.toLocaleString('en')}–${last.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  size: 'Rows on a page',
  perPage: (count: number) => `${count} on a page`,
  nothing: 'Nothing matches',
  nothingHint: 'Try another word, or show everything.',
  showAll: 'Show everything',
  more: (name: string) => `More about ${name}`,
};

export const currentPassword = {
  label: 'Current password',
  missing: 'Enter your current password',
  wrong: 'This is not your current password',
};

export const period = {
  period: 'Period',
  any: 'Any time',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  own: 'Own dates',
  from: 'From',
  to: 'To',
  reversed: 'The period ends before it begins.',
};
