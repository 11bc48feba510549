import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from '../../../contract/client/index.ts';
import type { RecordFailure, RecordState } from '../../../contract/operations/records.ts';
import type { Database } from '../../../server/testing/database.ts';
import type { Lectern } from '../../../server/testing/lectern.ts';
import { encodeVideo, makePoster } from '../../../server/testing/records/video.ts';
import { makeSomebody, type Somebody } from './account-page.ts';
import { clientOf } from './panel-page.ts';
import { test as base, type Studio } from './school.ts';
import { type WrittenTranscript, writeTranscript } from './transcripts.ts';

/** Duration in seconds of the video of every written recording. */
export const videoSeconds = 30;

type Quality = { lateTicks: number; missedAudioMs: number; lowestFps: number; lowestHeight: number };

type Written = {
  name: string;
  state?: RecordState;
  failure?: RecordFailure;
  /** One of the two rooms of the group; the first by default. */
  room?: 'Algebra' | 'Biology';
  minutesAgo?: number;
  progress?: number;
  isPartial?: boolean;
  quality?: Quality;
  startedBy?: string | null;
  /** Larger than a browser reads ahead. */
  isLarge?: boolean;
};

type Change = Partial<Pick<Written, 'state' | 'progress' | 'failure'>>;

let written = 0;

/** A group with two rooms, and recordings that the test writes without a recorder. */
export class ContentGroup {
  readonly lectern: Lectern;
  readonly who: Somebody;
  readonly api: Client;
  readonly spaceId: string;
  readonly rooms: Record<'Algebra' | 'Biology', string>;
  readonly #database: Database;

  private constructor(
    parts: Pick<ContentGroup, 'lectern' | 'who' | 'api' | 'spaceId' | 'rooms'> & {
      database: Database;
    },
  ) {
    this.lectern = parts.lectern;
    this.who = parts.who;
    this.api = parts.api;
    this.spaceId = parts.spaceId;
    this.rooms = parts.rooms;
    this.#database = parts.database;
  }

  static async open({ lectern, database }: Studio): Promise<ContentGroup> {
    const who = await makeSomebody(lectern);
    const api = await clientOf(lectern, who);
    const { id: spaceId } = await api.createSpace({ body: { name: 'Evening school' } });
    const room = async (name: string) => (await api.createRoom({ spaceId, body: { name } })).id;
    const rooms = { Algebra: await room('Algebra'), Biology: await room('Biology') };
    return new ContentGroup({ lectern, database, who, api, spaceId, rooms });
  }

  /** The path of its Content tab. */
  get path(): string {
    return `/groups/${this.spaceId}/content`;
  }

  pageOf(recordId: string, room: 'Algebra' | 'Biology' = 'Algebra'): string {
    return `/groups/${this.spaceId}/rooms/${this.rooms[room]}/recordings/${recordId}`;
  }

  /** The path parameters of a recording in the first room. */
  recordPath(recordId: string) {
    return { spaceId: this.spaceId, roomId: this.rooms.Algebra, recordId };
  }

  /** Writes a recording as it is stored after a call; a finished one has a video, a poster and a preview. */
  async write({ name, state = 'finished', room = 'Algebra', ...more }: Written): Promise<string> {
    const { minutesAgo = 60, startedBy = 'Vera Sokolova', isPartial = false, quality, progress } = more;
    written += 1;
    const id = `${written.toString(16).padStart(6, '0')}${'c'.repeat(18)}`;
    const at = new Date(Date.now() - minutesAgo * 60_000);
    const isOver = ['finished', 'aborted', 'failed'].includes(state);
    const files = state === 'finished' ? await this.#keep(id, more.isLarge) : undefined;
    await this.#database.db
      .insertInto('records')
      .values({
        ...{ id, name, state, space_id: this.spaceId, room_id: this.rooms[room], call_id: 'd'.repeat(24) },
        ...{ layout: 'speaker', max_seconds: 3_600, created_at: at, is_partial: isPartial },
        ...{ started_by_name: startedBy, started_by_user: startedBy ? this.who.id : null },
        started_at: state === 'new' ? null : at,
        finished_at: isOver ? new Date() : null,
        failure: state === 'failed' ? (more.failure ?? 'recorder_lost') : null,
        progress: progress ?? null,
        quality: quality ? JSON.stringify(quality) : null,
        ...(files && {
          ...{ files: JSON.stringify(files.keys), bytes: files.bytes, duration: videoSeconds },
          ...{ width: 640, height: 360 },
        }),
      })
      .execute();
    return id;
  }

  /** Writes a change that the recorder would have reported. */
  async change(id: string, { state, failure, progress }: Change): Promise<void> {
    const isOver = state === 'finished' || state === 'aborted' || state === 'failed';
    const files = state === 'finished' ? await this.#keep(id) : undefined;
    await this.#database.db
      .updateTable('records')
      .set({
        ...(state && { state, started_at: new Date(), finished_at: isOver ? new Date() : null }),
        ...(failure && { failure }),
        progress: progress ?? null,
        ...(files && { files: JSON.stringify(files.keys), bytes: files.bytes, duration: videoSeconds }),
      })
      .where('id', '=', id)
      .execute();
  }

  /** Writes the transcript of a recording, or the state of one that is being made. */
  transcribe(id: string, transcript: WrittenTranscript): Promise<void> {
    return writeTranscript(this.#database, id, transcript);
  }

  /** Gives the group's owner another plan. */
  async usePlan(plan: 'free' | 'business'): Promise<void> {
    await this.#database.db.updateTable('users').set({ plan }).where('id', '=', this.who.id).execute();
  }

  /** Adds a node whose speech engine is broken, for a minute. @returns a function that removes it */
  async breakSpeech(): Promise<() => Promise<void>> {
    const { db } = this.#database;
    const at = new Date();
    const seenAt = new Date(at.getTime() + 60_000);
    const node = { id: 'broken', started_at: at, seen_at: seenAt, roles: [], speech: 'broken' as const };
    await db.insertInto('nodes').values(node).execute();
    return async () => void (await db.deleteFrom('nodes').where('id', '=', node.id).execute());
  }

  async #keep(id: string, isLarge = false): Promise<{ keys: Record<string, string>; bytes: string }> {
    const keys = await keepVideo(this.lectern, { spaceId: this.spaceId, recordId: id });
    const video = join(this.lectern.dataDir, 'files', keys.video);
    if (isLarge) await encodeVideo(video, { seconds: videoSeconds, isRough: true });
    return { keys, bytes: String(statSync(video).size) };
  }
}

/** Puts the files of a recording where a server without a recorder stores them. @returns their keys */
export async function keepVideo(
  lectern: Lectern,
  { spaceId, recordId }: { spaceId: string; recordId: string },
): Promise<{ video: string; poster: string; preview: string }> {
  const folder = `records/${spaceId}/${recordId}`;
  const keys = {
    video: `${folder}/video.mp4`,
    poster: `${folder}/poster.jpg`,
    preview: `${folder}/preview.mp4`,
  };
  const videoFiles = await videoFilesOf(lectern);
  for (const [part, key] of Object.entries(keys)) {
    const path = join(lectern.dataDir, 'files', key);
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(join(videoFiles, part), path);
  }
  return keys;
}

/** The files of every written recording, made once for each server. */
async function videoFilesOf({ dataDir }: Pick<Lectern, 'dataDir'>): Promise<string> {
  const videoFiles = join(dataDir, 'video-files');
  if (existsSync(videoFiles)) return videoFiles;
  mkdirSync(videoFiles);
  await encodeVideo(join(videoFiles, 'video'), { seconds: videoSeconds });
  await encodeVideo(join(videoFiles, 'preview'), { seconds: 4, fps: 10 });
  makePoster(join(videoFiles, 'poster'));
  return videoFiles;
}

/** `group` belongs to the test alone. */
export const test = base.extend<{ group: ContentGroup }>({
  group: async ({ studio }, use) => use(await ContentGroup.open(studio)),
});

export { expect } from '@playwright/test';
