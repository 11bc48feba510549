import type { Operation } from '../paths.ts';
import { type Parts, type Permission, permissions } from './permissions.ts';

/** The required role, as text for a person. */
const words: { [P in keyof Parts]: Record<Parts[P], string> } = {
  nothing: { anybody: 'anybody' },
  account: {
    self: 'an account, for itself',
    own: 'an account, for its own objects; all others are not found',
  },
  invite: { known: 'anybody who knows the id of the invitation' },
  space: {
    see: 'anybody for a public group, its members for a private one',
    selfOrModerator: "the group's owner and moderators; a member for themselves",
    moderator: "the group's owner and moderators",
    owner: "the group's owner",
  },
  room: {
    see: 'anybody for a public room, people with a role in it for a private one',
    partake: "the room's participants, and accounts with a role in it",
    moderate: 'moderators of the call and of the room',
    lead: "the group's owner and moderators, the room's owner and moderators",
    own: "the group's owner and moderators, the room's owner",
  },
  playback: {
    see: 'anybody for a public webinar, people with a role in it for a private one',
    moderate: "the group's owner and moderators, moderators by a link",
    lead: "the group's owner and moderators",
  },
  viewing: { own: 'a participant of the webinar, by their own session, for their own viewing' },
  participant: {
    own: 'the participant, by their own session or by the credential that they entered with',
    partake: 'the participant, by their own session',
    ownOrModerate: 'the participant; moderators of the call and of the room',
    moderate: 'moderators of the call and of the room',
  },
  chat: { admitted: 'a chat user, for themselves' },
  channel: {
    see: 'people who may see the channel',
    join: 'people who joined the channel',
    moderate: "the channel's moderators",
  },
  message: {
    join: 'people who joined the channel of the message',
    ownOrModerate: "the message's author for 15 minutes, the channel's moderators",
  },
  application: { own: 'the server that holds the machine token of this chat application' },
};

/** Conditions that the table cannot express by place and role alone. */
const exceptions: Partial<Record<Operation, string>> = {
  createUser: 'the server of an account that the operator allowed to create users',
  findUsers: 'the server that created these accounts',
  createSpace: 'any account, which then owns the group',
  listSpaces: 'an account, for the groups that it belongs to',
  listSpaceDeletions: 'an account, for the groups that it deleted',
  erasePerson: 'an account, for people of the groups that it owns',
  endPlaybackSession:
    "the group's owner and moderators; moderators by a link, to end a session that runs and that they opened",
  reportActivity: 'the participant, while in the call',
  sendStageReaction: 'participants of the call',
  listWatchableRecords: 'people who attended a call of the room, for its recordings',
  getInitial: 'a chat user',
  getSocketToken: 'a chat user',
  createDirect: 'a chat user',
  fetchChatUsers: 'a chat user, for people of the same group',
};

/** Describes the callers who may use an operation. */
export function describeAllowedCallers(operation: Operation): string {
  const { place, least }: Permission = permissions[operation];
  return exceptions[operation] ?? (words[place] as Record<string, string>)[least] ?? '';
}
