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
  TimestampIn,
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
  isNameAsked: Type.Boolean({
    description: 'Whether people enter their own name; username is then a label.',
  }),
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

const ExpiresAt = Type.Unsafe<string>({
  ...TimestampIn,
  description: 'When the link expires: in the future, at most 366 days ahead.',
});

const LinkInFull = Type.Interface([AccessLink], {
  entries: Type.Array(LinkEntry),
});

const NewAccessLink = Type.Object({
  username: VisibleText(100),
  role: OneOf('user', 'moderator'),
  externalUserId: Type.Optional(ExternalId),
  externalMeetingId: Type.Optional(ExternalId),
  ttl: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 432000,
      description: 'Seconds until the link expires, instead of expiresAt. Without both: 86400.',
    }),
  ),
  expiresAt: Type.Optional(ExpiresAt),
  isPermanent: Type.Optional(Type.Boolean({ default: false })),
  isNameAsked: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Only with isPermanent: people enter their own name, and username is a label.',
    }),
  ),
  email: Type.Optional(Email),
  phone: Type.Optional(Phone),
  fields: Type.Optional(FieldValues),
});

const MadeLink = Type.Object({
  url: Type.String({ description: '{web_url}/room/<alias>?participantName=…&accessToken=…' }),
  id: Id,
  expiresAt: Timestamp,
});

export const accessLinkRoutes = {
  generateAccess: route({
    summary: 'Create a link by which a person enters without an account',
    source: 'interface 2.3, 2.4; decisions 4',
    body: NewAccessLink,
    record: LinkInFull,
    status: 201,
    answer: MadeLink,
    errors: [],
  }),
  generateAccessLinks: route({
    summary: 'Create links for a list of people: all of them, or none if a value is invalid',
    source: 'decisions 4',
    body: Type.Object({
      links: Type.Array(NewAccessLink, {
        minItems: 1,
        maxItems: 100,
        description: 'The links, each as in the request for one link.',
      }),
    }),
    status: 201,
    answer: Type.Object({
      items: Type.Array(MadeLink, { description: 'The links in the order of the request.' }),
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
  updateAccessLink: route({
    summary: 'Change the role or the expiry of a link; people in the call get the new role within 2 s',
    source: 'decisions 4',
    body: Type.Object({
      role: Type.Optional(OneOf('user', 'moderator')),
      expiresAt: Type.Optional(ExpiresAt),
    }),
    record: LinkInFull,
    status: 200,
    answer: LinkInFull,
    errors: ['link_revoked'],
  }),
  revokeAccessLinksOfPerson: route({
    summary: 'Revoke all links of one person in a room, as if each was revoked',
    source: 'decisions 4',
    query: Type.Object({
      externalUserId: { ...ExternalId, description: "The person's id in your own system." },
    }),
    status: 204,
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
