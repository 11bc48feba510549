import { plural } from '../plural.ts';

/** Messages for some refusals on these pages, by error code. */
export const spaceRefusals = {
  forbidden: 'Your role has changed. You can no longer do this.',
  owner_stays: 'The owner’s role cannot be changed.',
  invite_used: 'This invitation was already accepted.',
  link_expired: 'This link has expired. Create a new one.',
  link_revoked: 'This link was revoked. Create a new one.',
};

export const saving = {
  unsaved: 'Unsaved changes',
  save: 'Save',
  discard: 'Discard',
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes on this page are not saved and will be lost.',
  leave: 'Leave',
  stay: 'Stay',
};

export const groups = {
  groups: 'Groups',
  make: 'New group',
  search: 'Search groups',
  empty: 'Create your first group',
  emptyHint: 'A group contains rooms and the people who run them: a course, a faculty, a school.',
  owner: 'Owner',
  moderator: 'Moderator',
  user: 'Member',
  public: 'Public',
  private: 'Private',
  edit: 'Edit',
  remove: 'Delete group',
  leave: 'Leave group',
  leaveTitle: (name: string) => `Leave “${name}”?`,
  leaveText:
    'You lose your role in it. Unused invitations and access links that you created stop working. To come back, you need a new invitation.',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeText: (rooms: number) =>
    rooms === 0
      ? 'The group has no rooms. It will be deleted for everyone. This cannot be undone.'
      : plural('en', rooms, {
          one: '# room will be deleted, with its links, chat and recordings. A running call ends. This cannot be undone.',
          other:
            '# rooms will be deleted, with their links, chats and recordings. Running calls end. This cannot be undone.',
        }),
  makeTitle: 'New group',
  editTitle: 'Edit group',
  name: 'Name',
  nameHint: 'For example, Faculty of Mathematics',
  description: 'Description',
  descriptionHint: 'Optional. What the group is for.',
  seenBy: 'Who can see it',
  privateHint: 'Only members can see it.',
  publicHint: 'Everyone with an account here can see it and its public rooms.',
  create: 'Create group',
  save: 'Save',
  nameMissing: 'Enter a name',
  nameLong: 'Use at most 200 characters',
  descriptionLong: 'Use at most 2,000 characters',
  parts: 'Group sections',
  rooms: 'Rooms',
  webinars: 'Webinars',
  attendance: 'Attendance',
  content: 'Content',
  people: 'People',
  invitations: 'Invitations',
  settings: 'Settings',
  where: 'Breadcrumb',
  aboutTitle: 'About the group',
  aboutText: 'Shown to members in their list of groups.',
  idTitle: 'For integrations',
  idText: 'The ID of the group in the API.',
  copyId: 'Copy group ID',
  dangerTitle: 'Delete this group',
  dangerText: 'Its rooms are deleted too, with their links, chats and recordings.',
  saved: 'Saved',
};

export const members = {
  people: 'People',
  search: 'Search by name or email',
  invite: 'Invite',
  owner: 'Owner',
  moderator: 'Moderator',
  user: 'Member',
  you: 'You',
  role: 'Role',
  roleOf: (name: string) => `Role of ${name}`,
  anyRole: 'All roles',
  alone: 'Nobody else is here yet',
  aloneHint: 'Moderators run the rooms with you. Members enter the public rooms.',
  remove: 'Remove from group',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText:
    'They lose their roles in the group and in its rooms. To come back, they need a new invitation.',
  demoteTitle: (name: string) => `Make ${name} a member?`,
  demoteText: 'They can no longer manage rooms, people and links in this group.',
  demote: 'Make a member',
  losesInvites: (count: number) =>
    plural('en', count, {
      one: 'The unused invitation that they created stops working.',
      other: '# unused invitations that they created stop working.',
    }),
  losesLinks: (count: number) =>
    plural('en', count, {
      one: 'The access link that they created stops working, and people who joined with it are removed from the call.',
      other:
        '# access links that they created stop working, and people who joined with them are removed from the call.',
    }),
  keepLinks: (count: number) =>
    plural('en', count, {
      one: 'Keep the access link that they created',
      other: 'Keep the # access links that they created',
    }),
  lowerTitle: 'Give up your own role?',
  lowerText:
    'You will be an ordinary member and can no longer manage rooms, people and links. Unused invitations and access links that you created stop working.',
  lower: 'Become a member',
  invitations: 'Invitations',
  inviteTitle: 'Invite someone',
  inviteRole: 'Role',
  moderatorHint: 'Creates and changes rooms, invites people, sees reports.',
  userHint: 'Enters public rooms, and other rooms where they have a role.',
  lasts: 'Valid for',
  makeLink: 'Create link',
  link: 'Invitation link',
  another: 'Invite another person',
  admitsModerator: 'Admits one person as a moderator.',
  admitsUser: 'Admits one person as a member.',
  onlyOnce: 'It works once. Send it to that person only.',
  worksUntil: (until: string) => `Valid until ${until}.`,
  none: 'No invitations yet',
  noneHint: 'Each invitation admits one person, who signs in or registers with it.',
  status: 'Status',
  anyStatus: 'All',
  unused: 'Pending',
  used: 'Accepted',
  expired: 'Expired',
  revoked: 'Revoked',
  usedBy: 'Accepted by',
  expires: 'Expires',
  made: 'Created',
  copyLink: 'Copy invitation link',
  revoke: 'Revoke',
  revokeTitle: 'Revoke this invitation?',
  revokeText: 'The link stops working.',
};
