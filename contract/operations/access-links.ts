import { Type } from 'typebox';
import {
  alias,
  customField,
  externalMeeting,
  externalUser,
  ids,
  student,
  teacher,
  webUrl,
} from '../examples/ids.ts';
import { About, Model, Sample, sampleOf } from '../model.ts';
import { inTheCall, people, room } from '../permissions/permission.ts';
import { Empty, route, section } from '../route.ts';
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
  PersonEmail,
  PersonPhone,
  RoomId,
  Search,
  StoredName,
  StoredPhone,
  Text,
  TextOrNull,
  Timestamp,
  TimestampIn,
  UsageStatus,
  usageStatusInQuery,
  VisibleText,
  Whole,
} from '../shared.ts';

const LinkRole = About(
  OneOf('user', 'moderator'),
  'The role that the link gives: user is a guest, moderator moderates the meeting.',
);
const linkUrl = `${webUrl}/room/${alias}?participantName=Amelia%20Clarke&accessToken=c9Xk3VtQ7mLwZ2yRb8NsPd5HgJf1TuAe`;
const permanentText =
  'Whether several people may enter by the link. Default false: the link is bound to the first browser that is in the call or watches the webinar.';

/** A link as the group's moderators see it. */
export const AccessLink = Model('AccessLink', {
  id: About(Id, 'The link, as linkId in paths.', ids.link),
  url: TextOrNull('The link to share; null once it has expired or was revoked.', linkUrl),
  roomId: RoomId,
  username: Text('The name that the link was made for, or its label.', student.name),
  role: Sample(LinkRole, 'user'),
  externalUserId: TextOrNull("The person's id in your own system; null or absent: not given.", externalUser),
  externalMeetingId: TextOrNull(
    'Your own id of the meeting, for analytics; null or absent: not given.',
    externalMeeting,
  ),
  email: TextOrNull("The person's email address; null: not given.", student.email),
  phone: Sample(StoredPhone, student.phone),
  isPermanent: Flag(permanentText, false),
  isNameAsked: Flag('Whether people enter their own name; username is then a label.', false),
  status: About(
    UsageStatus,
    'used: a person was in the call or watched by it, or waited for admission; expired and revoked: nobody can enter any more.',
    'used',
  ),
  isBound: Flag('Whether it is bound to a browser.', true),
  entriesCount: Type.Integer({
    description: 'Number of participants who were in the call or watched by it.',
    sample: 1,
  }),
  lastEntryAt: Nullable(
    Timestamp,
    'When the newest of these participants pressed Join; null: there is none.',
    '2026-03-17T14:00:28.316Z',
  ),
  createdAt: Sample(CreatedAt, '2026-03-17T13:54:08.225Z'),
  expiresAt: About(Timestamp, 'Until when it can be used.', '2026-03-18T13:54:08.225Z'),
  revokedAt: Nullable(Timestamp, 'When the link was revoked; null: it was not.', null),
});

/** A participant whom entriesCount counts. */
export const LinkEntry = Model('LinkEntry', {
  participantId: ParticipantId,
  name: Sample(StoredName, student.name),
  createdAt: Sample(CreatedAt, '2026-03-17T14:00:28.316Z'),
  firstEntryAt: About(Timestamp, 'When they first entered a call or watched.', '2026-03-17T14:00:31.870Z'),
  lastExitAt: Nullable(
    Timestamp,
    'When they last left a call or stopped watching; null: they are there.',
    null,
  ),
  isPresent: Flag('Whether this participant is in a call or watches now.', true),
});

const ExpiresAt = Type.Unsafe<string>({
  ...TimestampIn,
  description: 'When the link expires: in the future, at most 366 days ahead.',
});

const LinkInFull = Type.Interface([AccessLink], {
  entries: Type.Array(LinkEntry, {
    description: 'The participants that entriesCount counts, newest first, at most 1,000.',
  }),
});

const NewAccessLink = Type.Object({
  username: Sample(
    VisibleText(100, 'The name of the person, 1 to 100 characters; participantName of the URL.'),
    student.name,
  ),
  role: Sample(LinkRole, 'user'),
  externalUserId: Type.Optional(
    About(ExternalId, "The person's id in your own system; null or absent: not given.", externalUser),
  ),
  externalMeetingId: Type.Optional(
    About(
      ExternalId,
      'Your own id of the meeting, for analytics; null or absent: not given.',
      externalMeeting,
    ),
  ),
  ttl: Type.Optional(
    Whole(
      { minimum: 1, maximum: 432000 },
      'Seconds until the link expires, instead of expiresAt. Without both: 86400.',
      86_400,
    ),
  ),
  expiresAt: Type.Optional(ExpiresAt),
  isPermanent: Type.Optional(
    Type.Boolean({
      default: false,
      description: permanentText,
      sample: false,
    }),
  ),
  isNameAsked: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Only with isPermanent: people enter their own name, and username is a label.',
    }),
  ),
  email: Type.Optional(
    About(Email, "The person's email address; the entry form then does not ask for it.", student.email),
  ),
  phone: Type.Optional(Sample(PersonPhone, student.phone)),
  fields: Type.Optional(Sample(FieldValues, { [customField]: '7B' })),
});

const MadeLink = Type.Object({
  url: Text('{web_url}/room/<alias>?participantName=…&accessToken=…', linkUrl),
  id: Sample(OwnId, ids.link),
  expiresAt: About(Timestamp, 'Until when people may enter by the link.', '2026-03-18T13:54:08.225Z'),
});

export const accessLinkRoutes = section('Access links', 'decisions 4', {
  generateAccess: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/generate-access',
    permission: room('lead', people),
    summary: 'Create a link by which a person enters without an account',
    source: 'interface 2.3, 2.4; decisions 4',
    body: NewAccessLink,
    record: LinkInFull,
    status: 201,
    answer: MadeLink,
  }),
  generateAccessLinks: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/access-links',
    permission: room('lead', people),
    summary: 'Create links for a list of people: all of them, or none if a value is invalid',
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
    },
  }),
  inviteToRoom: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/invitation',
    permission: room('moderate', inTheCall),
    summary:
      'Get a link for everyone into the room: the newest that is valid for an hour or more, or a new one for a day',
    answer: MadeLink,
  }),
  listAccessLinks: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/access-links',
    permission: room('lead', people),
    // Their addresses let people in.
    scope: ['rooms'],
    summary: "List a room's links",
    query: ListQuery({
      status: usageStatusInQuery,
      externalUserId: Type.Optional(ExternalId),
      search: Type.Optional(Search),
    }),
    answer: List(AccessLink),
    example: { query: { search: 'clarke' } },
  }),
  getAccessLink: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId',
    permission: room('lead', people),
    scope: ['rooms'],
    summary: 'Read a link with its entries, newest first, at most 1,000',
    answer: LinkInFull,
  }),
  updateAccessLink: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId',
    permission: room('lead', people),
    summary: 'Change the role or the expiry of a link; people in the call get the new role within 2 s',
    body: Type.Object({
      role: Type.Optional(LinkRole),
      expiresAt: Type.Optional(ExpiresAt),
    }),
    record: LinkInFull,
    answer: LinkInFull,
    errors: ['link_revoked'],
    example: { body: { role: 'user', expiresAt: sampleOf(AccessLink).expiresAt } },
  }),
  sendAccessLink: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId/send',
    permission: room('lead', people),
    summary: 'Send a link by email, in the language of the request',
    body: Type.Object({ email: Sample(PersonEmail, student.email) }),
    status: 202,
    answer: Empty,
    errors: ['mail_off', 'link_expired', 'link_revoked'],
    example: { body: { email: student.email } },
  }),
  revokeAccessLinksOfPerson: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/access-links',
    permission: room('lead', people),
    summary: 'Revoke all links of one person in a room, as if each was revoked',
    query: Type.Object({
      externalUserId: { ...ExternalId, description: "The person's id in your own system." },
    }),
  }),
  revokeAccessLink: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId',
    permission: room('lead', people),
    summary: 'Revoke a link; its participants are removed from the call and cannot return',
  }),
  releaseAccessLink: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId/release',
    permission: room('lead', people),
    summary: 'Release a used link, so that another browser may enter by it',
    answer: Type.Object({
      id: About(Id, 'The link, as linkId in paths.', ids.link),
      expiresAt: About(Timestamp, 'Until when it can be used.', '2026-03-18T13:54:08.225Z'),
    }),
    errors: ['link_expired', 'link_revoked'],
  }),
});
