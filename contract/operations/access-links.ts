import { Type } from 'typebox';
import { externalUser, student, teacher } from '../examples/ids.ts';
import { sampleAccessLink, sampleGenerateAccessRequest, sampleLinkInFull } from '../examples/rooms.ts';
import { About, giveExample, Model } from '../model.ts';
import { people, room } from '../permissions/permission.ts';
import { route } from '../route.ts';
import {
  CreatedAt,
  Email,
  ExternalId,
  FieldValues,
  Flag,
  Id,
  List,
  ListQuery,
  Nullable,
  OneOf,
  OwnId,
  ParticipantId,
  PersonPhone,
  RoomId,
  Search,
  StoredName,
  StoredPhone,
  Text,
  TextOrNull,
  Timestamp,
  TimestampIn,
  VisibleText,
} from '../shared.ts';

const LinkRole = About(
  OneOf('user', 'moderator'),
  'The role that the link gives: user is a guest, moderator moderates the meeting.',
);
const permanentText =
  'Whether several people may enter by the link. Default false: the link is bound to the first browser.';

/** A link as the group's moderators see it. */
export const AccessLink = Model('AccessLink', {
  id: About(Id, 'The link, as linkId in paths.'),
  url: TextOrNull('The link to share; null once it has expired or was revoked.'),
  roomId: RoomId,
  username: Text('The name that the link was made for, or its label.'),
  role: LinkRole,
  externalUserId: TextOrNull("The person's id in your own system; null or absent: not given."),
  externalMeetingId: TextOrNull('Your own id of the meeting, for analytics; null or absent: not given.'),
  email: TextOrNull("The person's email address; null: not given."),
  phone: StoredPhone,
  isPermanent: Flag(permanentText),
  isNameAsked: Flag('Whether people enter their own name; username is then a label.'),
  status: About(
    OneOf('unused', 'used', 'expired', 'revoked'),
    'used: a person has entered by it; expired and revoked: nobody can enter any more.',
  ),
  isBound: Flag('Whether it is bound to the browser that entered first.'),
  entriesCount: Type.Integer({ description: 'Number of participants who entered by it.' }),
  lastEntryAt: Nullable(Timestamp, 'When a person last entered by the link; null: never.'),
  createdAt: CreatedAt,
  expiresAt: About(Timestamp, 'Until when it can be used.'),
  revokedAt: Nullable(Timestamp, 'When the link was revoked; null: it was not.'),
});
giveExample(AccessLink, sampleAccessLink);

/** A participant who entered by the link. */
export const LinkEntry = Model('LinkEntry', {
  participantId: ParticipantId,
  name: StoredName,
  createdAt: CreatedAt,
  firstEntryAt: Nullable(Timestamp, 'When they first entered a call; null: not yet.'),
  lastExitAt: Nullable(Timestamp, 'When they last left a call; null: never.'),
  isPresent: Flag('Whether this participant is in a call now.'),
});

const ExpiresAt = Type.Unsafe<string>({
  ...TimestampIn,
  description: 'When the link expires: in the future, at most 366 days ahead.',
});

const LinkInFull = Type.Interface([AccessLink], {
  entries: Type.Array(LinkEntry, {
    description: 'Participants who entered by the link, newest first, at most 1,000.',
  }),
});

const NewAccessLink = Type.Object({
  username: VisibleText(100, 'The name of the person, 1 to 100 characters; participantName of the URL.'),
  role: LinkRole,
  externalUserId: Type.Optional(
    About(ExternalId, "The person's id in your own system; null or absent: not given."),
  ),
  externalMeetingId: Type.Optional(
    About(ExternalId, 'Your own id of the meeting, for analytics; null or absent: not given.'),
  ),
  ttl: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 432000,
      description: 'Seconds until the link expires, instead of expiresAt. Without both: 86400.',
    }),
  ),
  expiresAt: Type.Optional(ExpiresAt),
  isPermanent: Type.Optional(
    Type.Boolean({
      default: false,
      description: permanentText,
    }),
  ),
  isNameAsked: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Only with isPermanent: people enter their own name, and username is a label.',
    }),
  ),
  email: Type.Optional(About(Email, "The person's email address; the entry form then does not ask for it.")),
  phone: Type.Optional(PersonPhone),
  fields: Type.Optional(FieldValues),
});

const MadeLink = Type.Object({
  url: Text('{web_url}/room/<alias>?participantName=…&accessToken=…'),
  id: OwnId,
  expiresAt: About(Timestamp, 'Until when people may enter by the link.'),
});

export const accessLinkRoutes = {
  generateAccess: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/generate-access',
    permission: room('lead', people),
    summary: 'Create a link by which a person enters without an account',
    source: 'interface 2.3, 2.4; decisions 4',
    body: NewAccessLink,
    record: LinkInFull,
    status: 201,
    answer: MadeLink,
    example: {
      body: sampleGenerateAccessRequest,
      answer: { url: sampleAccessLink.url, id: sampleAccessLink.id, expiresAt: sampleAccessLink.expiresAt },
    },
  }),
  generateAccessLinks: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/access-links',
    permission: room('lead', people),
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
    example: {
      body: {
        links: [
          { username: student.name, role: 'user', externalUserId: externalUser, ttl: 86_400 },
          { username: teacher.username, role: 'moderator', ttl: 86_400 },
        ],
      },
      answer: {
        items: [
          { url: sampleAccessLink.url, id: sampleAccessLink.id, expiresAt: sampleAccessLink.expiresAt },
        ],
      },
    },
  }),
  listAccessLinks: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/access-links',
    permission: room('lead', people),
    summary: "List a room's links",
    source: 'decisions 4',
    query: ListQuery({
      status: Type.Optional({
        ...OneOf('unused', 'used', 'expired', 'revoked'),
        description: 'Only items with this status.',
      }),
      externalUserId: Type.Optional(ExternalId),
      search: Type.Optional(Search),
    }),
    answer: List(AccessLink),
    example: { query: { search: 'clarke' } },
  }),
  getAccessLink: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId',
    permission: room('lead', people),
    summary: 'Read a link with its entries, newest first, at most 1,000',
    source: 'decisions 4',
    answer: LinkInFull,
    example: { answer: sampleLinkInFull },
  }),
  updateAccessLink: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId',
    permission: room('lead', people),
    summary: 'Change the role or the expiry of a link; people in the call get the new role within 2 s',
    source: 'decisions 4',
    body: Type.Object({
      role: Type.Optional(LinkRole),
      expiresAt: Type.Optional(ExpiresAt),
    }),
    record: LinkInFull,
    answer: LinkInFull,
    errors: ['link_revoked'],
    example: { body: { role: 'user', expiresAt: sampleAccessLink.expiresAt }, answer: sampleLinkInFull },
  }),
  revokeAccessLinksOfPerson: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/access-links',
    permission: room('lead', people),
    summary: 'Revoke all links of one person in a room, as if each was revoked',
    source: 'decisions 4',
    query: Type.Object({
      externalUserId: { ...ExternalId, description: "The person's id in your own system." },
    }),
  }),
  revokeAccessLink: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId',
    permission: room('lead', people),
    summary: 'Revoke a link; its participants are removed from the call and cannot return',
    source: 'decisions 4',
  }),
  releaseAccessLink: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId/release',
    permission: room('lead', people),
    summary: 'Release a used link, so that another browser may enter by it',
    source: 'decisions 4',
    answer: Type.Object({
      id: About(Id, 'The link, as linkId in paths.'),
      expiresAt: About(Timestamp, 'Until when it can be used.'),
    }),
    errors: ['link_expired', 'link_revoked'],
    example: { answer: { id: sampleAccessLink.id, expiresAt: sampleAccessLink.expiresAt } },
  }),
};
