import { Type } from 'typebox';
import { route } from '../route.ts';
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
} from '../shared.ts';

/** A link as the group's moderators see it. */
export const AccessLink = Type.Object({
  id: Id,
  url: Nullable(Type.String({ description: 'The link to share; null once it has expired or was revoked.' })),
  roomId: Id,
  username: Type.String(),
  role: OneOf('user', 'moderator'),
  externalUserId: Nullable(Type.String()),
  externalMeetingId: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  isPermanent: Type.Boolean(),
  status: OneOf('unused', 'used', 'expired', 'revoked'),
  isBound: Type.Boolean({ description: 'Whether it is bound to the browser that entered first.' }),
  entriesCount: Type.Integer({ description: 'Number of participants who entered by it.' }),
  lastEntryAt: Nullable(Timestamp),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  revokedAt: Nullable(Timestamp),
});

/** A participant who entered by the link. */
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
    summary: 'Create a link by which a person enters without an account',
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
    summary: 'Read a link with its entries, newest first, at most 1,000',
    source: 'decisions 4',
    status: 200,
    answer: LinkInFull,
    errors: [],
  }),
  revokeAccessLink: route({
    summary: 'Revoke a link; its participants are removed from the call and cannot return',
    source: 'decisions 4',
    status: 204,
    errors: [],
  }),
  releaseAccessLink: route({
    summary: 'Release a used link, so that another browser may enter by it',
    source: 'decisions 4',
    status: 200,
    answer: Type.Object({ id: Id, expiresAt: Timestamp }),
    errors: ['link_expired', 'link_revoked'],
  }),
};
