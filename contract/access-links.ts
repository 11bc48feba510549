import { Type } from 'typebox';
import { route } from './route.ts';
import {
  Email,
  ExternalId,
  FieldValues,
  Id,
  List,
  ListQuery,
  Nullable,
  OneOf,
  Phone,
  Search,
  Timestamp,
  VisibleText,
} from './shared.ts';

/** A link as its makers see it. */
export const AccessLink = Type.Object({
  id: Id,
  url: Nullable(Type.String({ description: 'The link to hand on; null once it expired or was revoked.' })),
  roomId: Id,
  username: Type.String(),
  role: OneOf('user', 'moderator'),
  externalUserId: Nullable(Type.String()),
  externalMeetingId: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  isPermanent: Type.Boolean(),
  status: OneOf('unused', 'used', 'expired', 'revoked'),
  isBound: Type.Boolean({ description: 'Does it belong to the browser that entered first?' }),
  entriesCount: Type.Integer({ description: 'Participants who came by it.' }),
  lastEntryAt: Nullable(Timestamp),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  revokedAt: Nullable(Timestamp),
});

/** One participant who entered by a link. */
export const LinkEntry = Type.Object({
  participantId: Id,
  name: Type.String(),
  createdAt: Timestamp,
  firstEntryAt: Nullable(Timestamp),
  lastExitAt: Nullable(Timestamp),
  isPresent: Type.Boolean(),
});

const LinkInFull = Type.Interface([AccessLink], {
  entries: Type.Array(LinkEntry),
});

export const accessLinkRoutes = {
  generateAccess: route({
    summary: 'Make a link that lets a person in without an account',
    source: 'interface 2.3, 2.4; decisions 4',
    body: Type.Object({
      username: VisibleText(100),
      role: OneOf('user', 'moderator'),
      externalUserId: Type.Optional(ExternalId),
      externalMeetingId: Type.Optional(ExternalId),
      ttl: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 432000, default: 86400, description: 'Seconds.' }),
      ),
      isPermanent: Type.Optional(Type.Boolean({ default: false })),
      email: Type.Optional(Email),
      phone: Type.Optional(Phone),
      fields: Type.Optional(FieldValues),
    }),
    record: LinkInFull,
    status: 201,
    answer: Type.Object({
      url: Type.String({ description: '{web_url}/room/<alias>?participantName=…&accessToken=…' }),
      id: Id,
      expiresAt: Timestamp,
    }),
    errors: [],
  }),
  listAccessLinks: route({
    summary: "List a room's links",
    source: 'decisions 4',
    query: ListQuery({
      status: Type.Optional(OneOf('unused', 'used', 'expired', 'revoked')),
      externalUserId: Type.Optional(ExternalId),
      search: Type.Optional(Search),
    }),
    status: 200,
    answer: List(AccessLink),
    errors: [],
  }),
  getAccessLink: route({
    summary: 'Look at a link: who came by it and when, newest first, at most 1,000',
    source: 'decisions 4',
    status: 200,
    answer: LinkInFull,
    errors: [],
  }),
  revokeAccessLink: route({
    summary: 'Withdraw a link; whoever came by it is put out and cannot come back',
    source: 'decisions 4',
    status: 204,
    errors: [],
  }),
  releaseAccessLink: route({
    summary: 'Free a used link, so that another browser may enter by it',
    source: 'decisions 4',
    status: 200,
    answer: Type.Object({ id: Id, expiresAt: Timestamp }),
    errors: ['link_expired', 'link_revoked'],
  }),
};
