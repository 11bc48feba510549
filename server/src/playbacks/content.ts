import type { Body } from '../../../contract/routes.ts';
import { lockAssetOfSpace } from '../assets/assets.ts';
import type { Db } from '../platform/db/db.ts';
import { Refusal, refuse, refuseField } from '../platform/errors.ts';
import { lockRecordOfSpace } from '../records/records.ts';
import type { Room } from '../rooms/rooms.ts';
import { requestVideo, type SourceOfVideo, type VideoRow, videoById } from '../videos/videos.ts';
import { type Content, lockContent, playbacksWithContent, saveContent } from './content.store.ts';
import { followContent, keepContentOfBegun } from './events/plan-sessions.ts';
import { type Playback, playbackByRoom } from './store.ts';

type Given = Pick<Body<'updatePlayback'>, 'recordId' | 'assetId' | 'readinessStatus' | 'duration'>;

/** The content that the request asks for: undefined leaves it as it is, null removes it. */
function wantedSource(before: Playback, { recordId, assetId }: Given): SourceOfVideo | null | undefined {
  // The present content is requested again to repeat a failed preparation.
  const isNew = (id: string | null | undefined, present: string | null): id is string =>
    typeof id === 'string' && (id !== present || before.readiness === 'failed');
  const isNewRecord = isNew(recordId, before.recordId);
  const isNewAsset = isNew(assetId, before.assetId);
  if (isNewRecord && isNewAsset) refuseField('assetId', 'cannot be combined with another recordId');
  if (isNewRecord) return { recordId };
  if (isNewAsset) return { assetId };
  const isRemoved =
    (recordId === null && before.recordId !== null) || (assetId === null && before.assetId !== null);
  return isRemoved ? null : undefined;
}

/** Checks the source and requests its video. Nobody deletes the source before the transaction ends. */
async function videoOf(trx: Db, spaceId: string, source: SourceOfVideo): Promise<string> {
  if (source.recordId !== undefined) {
    const record = await lockRecordOfSpace(trx, { spaceId, recordId: source.recordId });
    if (!record) refuseField('recordId', 'must be the id of a recording of this group');
    else if (record.state !== 'finished') refuse('record_not_ready');
  } else {
    const asset = await lockAssetOfSpace(trx, { spaceId, assetId: source.assetId });
    if (asset?.purpose !== 'video')
      refuseField('assetId', 'must be the id of an uploaded video of this group');
    else if (asset.state !== 'ready') refuse('asset_not_ready');
  }
  return requestVideo(trx, { spaceId, ...source });
}

const none: Content = {
  ...{ recordId: null, assetId: null, videoId: null, duration: null },
  ...{ readiness: 'draft', readinessReason: null },
};

type Prepared = Pick<VideoRow, 'state' | 'duration'> | undefined;

/** A status that the playback has already requests nothing, so that a record may be sent back as it was read. */
function withStatus(content: Content, { before, given, video }: Change & { video: Prepared }): Content {
  const { readinessStatus } = given;
  if (readinessStatus === before.readiness) return content;
  if (readinessStatus === 'draft') return { ...content, readiness: 'draft', readinessReason: null };
  if (readinessStatus !== 'ready' || content.readiness === 'ready') return content;
  if (video?.state !== 'ready') refuse('playback_not_prepared');
  return { ...content, readiness: 'ready', readinessReason: null };
}

interface Change {
  before: Playback;
  given: Given;
}

/** The length that a client states counts until that of the prepared video is known. */
function withLength(content: Content, { before, given, video }: Change & { video: Prepared }): Content {
  const { duration } = given;
  const isStated = duration !== undefined && duration !== before.duration;
  return isStated && video?.state !== 'ready' ? { ...content, duration } : content;
}

/** Stores the content. Sessions that have begun keep theirs; those to come follow its length, and permanent ones its video. */
async function writeContent(trx: Db, before: Playback, content: Content): Promise<void> {
  if (content === before) return;
  await keepContentOfBegun(trx, before.roomId);
  await saveContent(trx, before, content);
  await followContent(trx, before.roomId);
}

/** Changes the content and the readiness of a playback, whose room is locked. */
export async function changeContent(trx: Db, room: Room, given: Given): Promise<void> {
  const present = (await playbackByRoom(trx, room.id)) ?? refuse('not_found');
  const source = wantedSource(present, given);
  const videoId = source && (await videoOf(trx, room.spaceId, source));
  // From here on the preparation of a video cannot change the playback.
  const { video: presentVideo, ...before } = (await lockContent(trx, room.id)) ?? refuse('not_found');
  const stated = presentVideo?.state === 'ready' ? null : before.duration;
  let content: Content = before;
  let video: Prepared = presentVideo;
  if (source === null) {
    content = { ...none, duration: stated };
    video = undefined;
  } else if (source && videoId) {
    video = await videoById(trx, videoId);
    // It may be ready already, because another playback uses it.
    const isReady = video?.state === 'ready';
    content = {
      recordId: source.recordId ?? null,
      assetId: source.assetId ?? null,
      videoId,
      duration: isReady ? (video?.duration ?? null) : stated,
      readiness: isReady ? 'ready' : 'preparing',
      readinessReason: null,
    };
  }
  const change = { before, given, video };
  await writeContent(trx, before, withStatus(withLength(content, change), change));
}

/** A recording or an uploaded video that is to be deleted. */
interface Deletion {
  source: SourceOfVideo;
  /** Takes the playbacks offline that use it. */
  force: boolean;
}

/** Refuses to delete content that playbacks use; a forced deletion makes them drafts without content. */
export async function releaseContent(trx: Db, { source, force }: Deletion): Promise<void> {
  const users = await playbacksWithContent(trx, source);
  if (users.length === 0) return;
  if (!force)
    throw new Refusal('content_in_use', {
      playbacks: users.map(({ roomId: id, name }) => ({ id, name })),
    });
  for (const { name: _, ...playback } of users) {
    // A length that was stated does not come from the content.
    const duration = playback.readiness === 'ready' ? null : playback.duration;
    await writeContent(trx, playback, { ...none, duration });
  }
}

/** Makes drafts of the playbacks that use recordings of a room that is being deleted. */
export async function releaseContentOfRoom(trx: Db, { id: roomId }: Pick<Room, 'id'>): Promise<void> {
  for (const { name: _, ...playback } of await playbacksWithContent(trx, { ofRoom: roomId })) {
    await writeContent(trx, playback, none);
  }
}

/** Runs in the transaction in which a video became ready. A playback that was taken offline stays a draft. */
export async function followReadyVideo(
  trx: Db,
  { id, duration }: Pick<VideoRow, 'id' | 'duration'>,
): Promise<void> {
  for (const { name: _, ...playback } of await playbacksWithContent(trx, { videoId: id })) {
    const isAwaited = playback.readiness === 'preparing';
    await writeContent(trx, playback, {
      ...playback,
      duration,
      readiness: isAwaited ? 'ready' : playback.readiness,
    });
  }
}

/** Runs in the transaction in which the preparation of a video failed. */
export async function followFailedVideo(
  trx: Db,
  { id, failure }: Pick<VideoRow, 'id' | 'failure'>,
): Promise<void> {
  for (const { name: _, ...playback } of await playbacksWithContent(trx, { videoId: id })) {
    if (playback.readiness !== 'preparing') continue;
    await writeContent(trx, playback, {
      ...playback,
      readiness: 'failed',
      readinessReason: failure ?? 'unknown',
    });
  }
}
