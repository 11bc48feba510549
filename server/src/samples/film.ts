import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../engines/files/files.ts';
import { type recordSampleCall, sampleKeysOf } from '../records/records.ts';

const folder = join(import.meta.dirname, 'recording');
const film = { video: 'video.mp4', poster: 'poster.jpg', width: 640, height: 360, duration: 10 } as const;

export type SampleFilm = Parameters<typeof recordSampleCall>[2]['film'];
export type FilmStore = Pick<FileStore, 'put' | 'remove'>;

interface FilmOfRecord {
  spaceId: string;
  recordId: string;
}

/**
 * Stores the files of a sample recording before its row is written: no row promises a file that is not there.
 * @returns what they are; `remove` is for a row that was not written
 */
export async function storeFilm(
  files: FilmStore,
  of: FilmOfRecord,
): Promise<{ film: SampleFilm; remove: () => Promise<void> }> {
  const keys = sampleKeysOf(of, film);
  const [video, poster] = [join(folder, film.video), join(folder, film.poster)];
  const remove = () => files.remove(Object.values(keys));
  try {
    await files.put(keys.video, video, { contentType: 'video/mp4' });
    await files.put(keys.poster, poster, { contentType: 'image/jpeg' });
  } catch (error) {
    await remove().catch(() => undefined);
    throw error;
  }
  return { film: { ...film, bytes: (await stat(video)).size }, remove };
}
