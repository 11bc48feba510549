import { Type } from 'typebox';
import { sampleAsset } from '../examples/assets.ts';
import { About, giveExample, Model } from '../model.ts';
import { people, space } from '../permissions/permission.ts';
import { route } from '../route.ts';
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

/** `processing`: every byte has arrived, and the file is being stored. */
export const assetStates = ['uploading', 'processing', 'ready'] as const;
export type AssetState = (typeof assetStates)[number];

/** The containers that an upload may have, by the content type that the server finds in the file. */
export const assetTypes = ['video/mp4', 'video/quicktime', 'video/x-matroska', 'video/webm'] as const;
export type AssetType = (typeof assetTypes)[number];

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
  id: OwnId,
  spaceId: SpaceId,
  name: StoredName,
  fileName: Text('The name of the file, as the client gave it.'),
  contentType: Nullable(
    OneOf(...assetTypes),
    'By the content of the file; null until its first bytes arrived.',
  ),
  fileSize: Type.Integer({ minimum: 1, description: 'Bytes of the whole file.' }),
  received: Count('Bytes that have arrived.'),
  state: About(
    State,
    'uploading: bytes are missing; processing: the file is being stored; ready: it can be played.',
  ),
  createdAt: CreatedAt,
  uploadedAt: Nullable(Timestamp, 'When the whole file was stored.'),
  expiresAt: Nullable(Timestamp, 'When an unfinished upload is deleted; null: every byte has arrived.'),
  fileUrl: Nullable(
    Text('Signed; valid for 24 hours.'),
    'The file, for playing in a page; null until it is ready.',
  ),
});
giveExample(Asset, sampleAsset);

export const assetRoutes = {
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
    source: 'decisions 9',
    answer: Asset,
  }),
  updateAsset: route({
    path: 'PUT /v1/spaces/:spaceId/assets/:assetId',
    permission: space('moderator', people),
    summary: 'Rename an uploaded video',
    source: 'decisions 9',
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
};
