import { Type } from 'typebox';
import { ids, webUrl } from '../examples/ids.ts';
import { About, Model, Sample, sampleOf } from '../model.ts';
import { inTheCall, room } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  Count,
  CreatedAt,
  Flag,
  Id,
  List,
  ListQuery,
  Nullable,
  OneOf,
  OwnId,
  RoomId,
  SpaceId,
  StoredName,
  Text,
  TextOrNull,
  Timestamp,
  VisibleText,
  WebAddress,
  Whole,
} from '../shared.ts';
import {
  documentFailures,
  documentStates,
  documentTypes,
  longestPageText,
  mostDocumentPages,
} from './document-limits.ts';

const downloadText = 'May everybody in the call download the file, and not only moderators?';

/** A file whose pages are shown to everybody in the call. */
export const Document = Model('Document', {
  id: Sample(OwnId, ids.document),
  spaceId: SpaceId,
  roomId: RoomId,
  name: Sample(StoredName, 'Linear equations'),
  fileName: Text('The name of the file, as the client or the address gave it.', 'linear-equations.pdf'),
  contentType: Nullable(
    OneOf(...documentTypes),
    'By the content of the file; null until it is loaded from its address.',
    'application/pdf',
  ),
  fileSize: Nullable(
    Type.Integer({ minimum: 1 }),
    'Bytes of the file; null until it is loaded from its address.',
    1_284_096,
  ),
  state: About(
    OneOf(...documentStates),
    'converting: pages are being made, and those that are ready can be shown; ready: all are; failed: failure says why.',
    'ready',
  ),
  failure: Nullable(
    OneOf(...documentFailures),
    'Why it could not be converted. [The guide](/docs/guides/documents) explains each reason. null: it did not fail.',
    null,
  ),
  readyPages: Count('Pages that can be shown: those from 1 to this one.', 24),
  totalPages: Nullable(
    Type.Integer({ minimum: 1, maximum: mostDocumentPages }),
    'Pages of the document; null until they are counted.',
    24,
  ),
  isDownloadable: Flag(downloadText, false),
  createdAt: Sample(CreatedAt, '2026-03-17T13:40:12.350Z'),
  readyAt: Nullable(Timestamp, 'When the last page was ready.', '2026-03-17T13:40:19.008Z'),
  downloadUrl: TextOrNull(
    'The file as it was uploaded. Signed for the caller: valid for 24 hours, and only while they may download it. null: they may not, or the file is not stored.',
    `${webUrl}/files/q8Lw2NzR5kXd/linear-equations.pdf`,
  ),
});

const pictureText =
  'WebP, for <img> in a page. Signed for the caller: valid for 24 hours, and only while they may be in the call.';

export const DocumentPage = Model('DocumentPage', {
  number: Whole({ minimum: 1, maximum: mostDocumentPages }, 'Its place in the document, from 1.', 1),
  width: Whole({ minimum: 1 }, 'Pixels of the large picture.', 2560),
  height: Whole({ minimum: 1 }, 'Pixels of the large picture.', 1440),
  text: Text(
    `The text of the page in reading order, up to ${longestPageText} characters; empty for a picture.`,
    'Linear equations\nAn equation is linear if …',
  ),
  smallUrl: Text(
    `The picture with a longer side of 1,280 pixels or fewer. ${pictureText}`,
    `${webUrl}/files/h3Vt7QmK1pYs/linear-equations-1.webp`,
  ),
  largeUrl: Text(
    `The picture with a longer side of 2,560 pixels or fewer. ${pictureText}`,
    `${webUrl}/files/b6Xr9WcJ4nUe/linear-equations-1.webp`,
  ),
});

const NameIn = VisibleText(200, 'The name in lists, 1 to 200 characters.');
const DownloadIn = Type.Boolean({ default: false, description: `${downloadText} Default false.` });

export const documentRoutes = section('Documents', 'issue 39', {
  createDocument: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/documents',
    permission: room('moderate', inTheCall),
    summary:
      'Add a document to a room, from an upload or an address; its pages become ready one after the other',
    body: Type.Object({
      assetId: Type.Optional(
        About(
          Id,
          'An upload of the group that was created with the metadata purpose "document", whole. The document takes it over. Instead of url.',
          ids.asset,
        ),
      ),
      url: Type.Optional(
        About(
          WebAddress,
          'An http or https address of the file, of at most 100 MB. Instead of assetId.',
          'https://school.example.org/slides/linear-equations.pdf',
        ),
      ),
      name: Type.Optional(NameIn),
      isDownloadable: Type.Optional(DownloadIn),
    }),
    status: 201,
    answer: Document,
    errors: [
      'asset_not_ready',
      'too_many_documents',
      'document_taken',
      'converter_missing',
      'group_storage_full',
    ],
    example: {
      body: { assetId: ids.asset, name: 'Linear equations' },
      answer: {
        ...sampleOf(Document),
        ...{ state: 'converting', readyPages: 0, totalPages: null, readyAt: null, downloadUrl: null },
      },
    },
  }),
  listDocuments: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/documents',
    permission: room('partake', inTheCall),
    summary: 'List the documents of a room',
    query: ListQuery({}),
    answer: List(Document),
  }),
  getDocument: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/documents/:documentId',
    permission: room('partake', inTheCall),
    summary: 'Read a document of a room',
    answer: Document,
  }),
  listDocumentPages: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/documents/:documentId/pages',
    permission: room('partake', inTheCall),
    summary: 'List the pages of a document that are ready, in their order',
    query: ListQuery({}),
    answer: List(DocumentPage),
  }),
  updateDocument: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId/documents/:documentId',
    permission: room('moderate', inTheCall),
    summary: 'Rename a document, or change who may download it',
    body: Type.Object({ name: Type.Optional(NameIn), isDownloadable: Type.Optional(DownloadIn) }),
    answer: Document,
    example: { body: { isDownloadable: true }, answer: { ...sampleOf(Document), isDownloadable: true } },
  }),
  deleteDocument: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/documents/:documentId',
    permission: room('moderate', inTheCall),
    summary: 'Delete a document of a room with its pages',
  }),
});
