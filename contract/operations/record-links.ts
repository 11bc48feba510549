import { Type } from 'typebox';
import { ids, roomName, teacher, webUrl } from '../examples/ids.ts';
import { About, Model, Sample, sampleOf } from '../model.ts';
import { forAnybody, people, room } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  CreatedAt,
  Flag,
  Id,
  List,
  ListQuery,
  Nullable,
  OwnId,
  StoredName,
  Text,
  TextOrNull,
  Timestamp,
  TimestampIn,
  VisibleText,
} from '../shared.ts';
import { Brand } from './brand.ts';

/** Live links of one recording. */
export const mostRecordLinks = 100;
export const recordLinkDays = { usual: 7, longest: 365 } as const;
export const longestRecordLinkNote = 200;

const noteText = 'For whom the link is, up to 200 characters; only people who manage the recording see it.';
const downloadText = 'May people who have the link download the file, too?';

/** A link to one recording, for people without an account (docs/decisions/0194). */
export const RecordLink = Model('RecordLink', {
  id: Sample(OwnId, ids.recordLink),
  note: TextOrNull(`${noteText} null: none.`, "Leo's parents"),
  isDownloadAllowed: Flag(downloadText, false),
  createdBy: Nullable(
    Type.Object({
      userId: About(Id, 'The account.', ids.teacher),
      name: Sample(StoredName, teacher.username),
    }),
    'The account that made it; null: it was deleted since.',
  ),
  createdAt: Sample(CreatedAt, '2026-03-17T15:20:11.402Z'),
  expiresAt: About(Timestamp, 'Until when it can be used.', '2026-03-24T15:20:11.402Z'),
  revokedAt: Nullable(Timestamp, 'When it was revoked; null: it was not.', null),
  lastOpenedAt: Nullable(
    Timestamp,
    'When its page last read the recording, to the minute; null: nobody has opened it.',
    '2026-03-18T18:02:40.118Z',
  ),
});

const fileUrl = (key: string, end: string) =>
  `${webUrl}/files/${key}/Algebra%2C%20group%207B%202026-03-17%2014-02${end}`;
const token = 'Vb3kZx8QmT1rWc6YpN0sLhJ4uEa9GdF7iKoR2yXtB5M';

const SignedUrl = 'Signed; valid until urlsExpireAt, and only while the link is.';

export const recordLinkRoutes = section('Recordings', 'docs/decisions/0194', {
  createRecordLink: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/links',
    permission: room('lead', people),
    summary: 'Create a link by which people without an account watch a recording; its URL is shown only once',
    body: Type.Object({
      note: Type.Optional(About(VisibleText(longestRecordLinkNote), noteText)),
      expiresAt: Type.Optional(
        About(TimestampIn, 'Until when it can be used: at most 365 days ahead; absent: 7 days.'),
      ),
      isDownloadAllowed: Type.Optional(
        Type.Boolean({ default: false, description: `${downloadText} Default false.` }),
      ),
    }),
    record: RecordLink,
    status: 201,
    answer: Type.Object({
      ...RecordLink.properties,
      url: Text(
        'The address of the page; shown only once. The part after # never reaches a server by a page load.',
        `${webUrl}/recording#${token}`,
      ),
    }),
    errors: ['record_not_ready', 'too_many_record_links'],
    example: {
      body: { note: "Leo's parents", expiresAt: '2026-03-24T15:20:11.402Z' },
      answer: { ...sampleOf(RecordLink), lastOpenedAt: null, url: `${webUrl}/recording#${token}` },
    },
    ignoresKey: true,
  }),
  listRecordLinks: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/links',
    permission: room('lead', people),
    summary: 'List the links to a recording that can be used, and the last ones that ended',
    query: ListQuery({}),
    answer: List(RecordLink),
  }),
  revokeRecordLink: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/links/:recordLinkId',
    permission: room('lead', people),
    summary: 'Revoke a link to a recording; who watches by it loses access at once',
  }),
  openRecordLink: route({
    path: 'POST /v1/record-links/open',
    permission: forAnybody,
    summary: 'Read the recording of a link, and the URLs of its files',
    body: Type.Object({
      token: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The part of the address of the link after #.',
        sample: token,
      }),
    }),
    answer: Type.Object({
      name: Sample(StoredName, roomName),
      startedAt: Nullable(Timestamp, 'When the first picture was in the file.', '2026-03-17T14:02:07.940Z'),
      createdAt: Sample(CreatedAt, '2026-03-17T14:02:05.611Z'),
      duration: Nullable(Type.Number({ minimum: 0 }), 'Seconds.', 2644.9),
      videoUrl: Text(`For playing in a page. ${SignedUrl}`, fileUrl('n2Hs6KqB9vXe', '.mp4')),
      posterUrl: TextOrNull(`A picture of it, as JPEG; null: there is none. ${SignedUrl}`, null),
      downloadUrl: TextOrNull(
        `For saving the file; null: the link does not allow it. ${SignedUrl}`,
        fileUrl('c8Pw1ZtR5mYd', '.mp4'),
      ),
      expiresAt: About(Timestamp, 'Until when the link can be used.', '2026-03-24T15:20:11.402Z'),
      urlsExpireAt: About(Timestamp, 'Until when the URLs are valid.', '2026-03-18T15:10:00.000Z'),
      brand: Nullable(Brand, 'The look of the group; null: that of Lectern.'),
    }),
    errors: ['not_found', 'record_not_ready', 'link_expired', 'link_revoked', 'record_gone'],
    ignoresKey: true,
  }),
});
