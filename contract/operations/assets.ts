import { Type } from 'typebox';
import { ids, webUrl } from '../examples/ids.ts';
import { About, Model, Sample } from '../model.ts';
import { people, space } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  Count,
  CreatedAt,
  ForceDeletion,
  List,
  ListQuery,
  Nullable,
  OneOf,
  OwnId,
  Search,
  SpaceId,
  StoredName,
  Text,
  Timestamp,
  VisibleText,
} from '../shared.ts';
import { documentTypes } from './document-limits.ts';

/** `processing`: every byte has arrived, and the file is being stored. */
export const assetStates = ['uploading', 'processing', 'ready'] as const;
export type AssetState = (typeof assetStates)[number];

/** The containers that an upload may have, by the content type that the server finds in the file. */
export const assetTypes = ['video/mp4', 'video/quicktime', 'video/x-matroska', 'video/webm'] as const;
export type AssetType = (typeof assetTypes)[number];

/** The purpose of an upload, by its metadata `purpose`. Lists have videos only. */
export const assetPurposes = ['video', 'document'] as const;
export type AssetPurpose = (typeof assetPurposes)[number];

/** The version of tus that uploads use. */
export const tusVersion = '1.0.0';
/** The path at which tus creates uploads; each upload is below it. */
export const assetsPath = '/v1/spaces/:spaceId/assets';
export const assetPathOf = (spaceId: string, assetId: string): string =>
  `${assetsPath.replace(':spaceId', spaceId)}/${assetId}`;

/** The methods of tus on the paths of these operations. */
export const tusMethods: Readonly<Record<string, readonly string[]>> = {
  [assetsPath]: ['POST', 'OPTIONS'],
  [`${assetsPath}/:assetId`]: ['HEAD', 'PATCH', 'OPTIONS'],
};

const State = OneOf(...assetStates);

const VideoName = VisibleText(200, 'The name of the video in lists.');

/** A video file that was uploaded into a group. */
export const Asset = Model('Asset', {
  id: Sample(OwnId, ids.asset),
  spaceId: SpaceId,
  name: Sample(StoredName, 'Introduction to algebra'),
  fileName: Text('The name of the file, as the client gave it.', 'algebra-introduction.mp4'),
  contentType: Nullable(
    OneOf(...assetTypes, ...documentTypes),
    'By the content of the file; null until its first bytes arrived.',
    'video/mp4',
  ),
  fileSize: Type.Integer({ minimum: 1, description: 'Bytes of the whole file.', sample: 734_003_200 }),
  received: Count('Bytes that have arrived.', 734_003_200),
  state: About(
    State,
    'uploading: bytes are missing; processing: the file is being stored; ready: it can be played.',
    'ready',
  ),
  createdAt: Sample(CreatedAt, '2026-03-16T17:42:08.117Z'),
  uploadedAt: Nullable(Timestamp, 'When the whole file was stored.', '2026-03-16T17:51:30.652Z'),
  expiresAt: Nullable(Timestamp, 'When an unfinished upload is deleted; null: every byte has arrived.', null),
  fileUrl: Nullable(
    Text('Signed; valid for 24 hours.'),
    'The file, for playing in a page; null until it is ready, and for a document.',
    `${webUrl}/files/t5Hn8RwK2cVz/Introduction%20to%20algebra.mp4`,
  ),
});

export const assetRoutes = section('Uploaded videos', 'decisions 9', {
  listAssets: route({
    path: 'GET /v1/spaces/:spaceId/assets',
    permission: space('moderator', people),
    summary: 'List the uploaded videos of a group',
    source: 'decisions 9: automatic webinars play uploaded videos',
    query: ListQuery({
      state: Type.Optional({ ...State, description: 'Only videos in this state.' }),
      name: Type.Optional(Search),
    }),
    answer: List(Asset),
    example: { query: { state: 'ready' } },
  }),
  getAsset: route({
    path: 'GET /v1/spaces/:spaceId/assets/:assetId',
    permission: space('moderator', people),
    summary: 'Read an uploaded video',
    answer: Asset,
  }),
  updateAsset: route({
    path: 'PUT /v1/spaces/:spaceId/assets/:assetId',
    permission: space('moderator', people),
    summary: 'Rename an uploaded video',
    body: Type.Object({ name: Type.Optional(VideoName) }),
    answer: Asset,
    example: { body: { name: 'Introduction to algebra' } },
  }),
  deleteAsset: route({
    path: 'DELETE /v1/spaces/:spaceId/assets/:assetId',
    permission: space('moderator', people),
    summary: 'Delete an uploaded video with its file, or end an upload',
    source: 'decisions 9, tus 1.0 (termination)',
    query: Type.Object({ force: ForceDeletion }),
    errors: ['content_in_use'],
  }),
});
