import { plural } from '../plural.ts';

export const roomChoice = {
  room: 'Room',
  allRooms: 'All rooms',
  unknownRoom: 'Deleted room',
  search: 'Search rooms',
  none: 'No room has this name.',
  more: 'There are more. Type part of the name.',
  failed: 'The rooms could not be loaded.',
};

export const shell = {
  skip: 'Skip to content',
  main: 'Main menu',
  groups: 'Groups',
  profile: 'Profile',
  sessions: 'Active sessions',
  integration: 'Integration',
  account: 'Account',
  menu: 'Menu',
  closeMenu: 'Close menu',
  signedInAs: (name: string) => `Signed in as ${name}`,
  signOut: 'Sign out',
  signOutFailed: 'The server did not respond, so you are still signed in. Try again.',
  awayTitle: 'The server is not responding',
  awayText: 'Nothing is lost. It is usually back within a minute.',
  again: 'Try again',
  nowhereTitle: 'Page not found',
  nowhereText: 'Check the address for typos. The page may also have been deleted.',
  toGroups: 'Go to your groups',
};

export const problems = {
  away: 'The server is not responding. Nothing is lost: try again in a moment.',
  proxy_limit:
    'A proxy in front of the server refuses requests of this size. Its operator has to allow 1 MiB or more (in nginx: client_max_body_size).',
  rate_limited: 'Too many attempts. Try again in a moment.',
  tooManySeconds: (count: number) =>
    plural('en', count, {
      one: 'Too many attempts. Try again in # second.',
      other: 'Too many attempts. Try again in # seconds.',
    }),
  tooManyMinutes: (count: number) =>
    plural('en', count, {
      one: 'Too many attempts. Try again in # minute.',
      other: 'Too many attempts. Try again in # minutes.',
    }),
  forbidden: 'You do not have permission to do this.',
  password_missing: 'Your account has no password. Set one in your profile first.',
  plan_required: 'The plan of this account does not include this.',
  not_found: 'This no longer exists.',
  validation_failed: 'Check the marked fields.',
  unauthorized: 'You are signed out. Sign in again.',
  foreign_origin: 'The server does not accept this address. Contact the service administrator.',
  internal: 'Something went wrong on the server.',
};

export const list = {
  clear: 'Clear search',
  order: 'Sort order',
  newest: 'Newest first',
  oldest: 'Oldest first',
  previous: 'Previous page',
  next: 'Next page',
  range: (first: number, last: number, total: number) =>
    `${first.toLocaleString('en')}–${last.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  size: 'Rows per page',
  perPage: (count: number) => `${count} per page`,
  nothing: 'Nothing matches',
  nothingHint: 'Try another search, or show all.',
  showAll: 'Show all',
  more: (name: string) => `More actions for ${name}`,
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
  own: 'Custom dates',
  from: 'From',
  to: 'To',
  reversed: 'The end is before the start.',
};

/** Messages for some refusals on the pages of a group, by error code. */
export const spaceRefusals = {
  forbidden: 'Your role has changed. You can no longer do this.',
  owner_stays: 'The owner’s role cannot be changed.',
  invite_used: 'This invitation was already accepted.',
  link_expired: 'This link has expired. Create a new one.',
  link_revoked: 'This link was revoked. Create a new one.',
  playback_not_prepared: 'The video is still being prepared. Wait until it is ready.',
  record_not_ready: 'This recording is not finished yet.',
  asset_not_ready: 'This video has not arrived completely yet.',
};

export const saving = {
  unsaved: 'Unsaved changes',
  save: 'Save',
  discard: 'Discard',
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes on this page are not saved and will be lost.',
  leave: 'Leave',
  stay: 'Stay',
  sentFaults: (count: number) => plural('en', count, { one: 'Check # field.', other: 'Check # fields.' }),
};
