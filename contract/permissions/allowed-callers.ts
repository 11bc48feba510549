import type { Route } from '../route.ts';
import { type Operation, routes } from '../routes.ts';
import { isForGroups, scopesOf } from './needed-scopes.ts';
import type { Parts } from './permission.ts';
import { mayByKind } from './permissions.ts';
import { tokenScopeNames } from './token-scopes.ts';

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
    review: 'moderators by a link, for the calls in which they were',
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

/** Describes the callers who may use an operation. */
export function describeAllowedCallers(operation: Operation): string {
  const { permission, allowedFor }: Route = routes[operation];
  return allowedFor ?? (words[permission.place] as Record<string, string>)[permission.least] ?? '';
}

/** Describes the scopes of which a personal token needs one, and that a group's token may not use the operation. */
export function describeScopes(operation: Operation): string {
  if (!mayByKind(operation, 'personal')) return '';
  const scopes = scopesOf(operation);
  const named = [...new Set<string>([...scopes, 'all'])].map((scope) => `\`${scope}\``).join(' or ');
  const ofScopes = scopes === tokenScopeNames ? '' : `. A token needs the scope ${named}`;
  return isForGroups(operation) ? ofScopes : `${ofScopes}. Not for tokens of a group`;
}
