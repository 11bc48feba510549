import type { FileStore } from '../../engines/files/files.ts';
import type { PreparedVideo, Preparer } from '../../engines/preparer/preparer.ts';
import { initIndex, posterKey, type RenditionName, segmentKey, stripKey } from '../keys.ts';
import type { RenditionRow, VideoRow } from '../store.ts';

interface Part {
  path: string;
  key: string;
  contentType: string;
}

type Named = Pick<VideoRow, 'id' | 'nameKey'>;

/** The keys of a quality, the init segment first. */
export function segmentKeys(
  video: Named,
  { name, durations }: { name: RenditionName; durations: readonly number[] },
): string[] {
  const indexes = [initIndex, ...durations.keys()];
  return indexes.map((index) => segmentKey(video, name, index));
}

/** The keys of all files of a video. */
export const videoKeys = (video: Named, renditions: readonly RenditionRow[]): string[] => [
  ...renditions.flatMap((rendition) => segmentKeys(video, rendition)),
  posterKey(video),
  stripKey(video),
];

interface VideoUpload {
  files: Pick<FileStore, 'put'>;
  preparer: Preparer;
  video: Named;
  attempt: string;
  made: PreparedVideo;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Transfers at once: each has pauses for the storage's response. */
const atOnce = 4;

function partsOf({ preparer, video, attempt, made: { rendition, poster, strip } }: VideoUpload): Part[] {
  const { name, durations } = rendition;
  const segments = [initIndex, ...durations.keys()].map((index) => ({
    path: preparer.segmentOf(attempt, name, index),
    key: segmentKey(video, name, index),
    contentType: 'video/mp4',
  }));
  const picture = (file: string | undefined, key: string): Part[] =>
    file === undefined ? [] : [{ path: preparer.pathOf(attempt, file), key, contentType: 'image/jpeg' }];
  return [...segments, ...picture(poster, posterKey(video)), ...picture(strip, stripKey(video))];
}

/** Stores all files of an attempt. Files of an earlier attempt are replaced. */
export async function uploadVideo(upload: VideoUpload): Promise<void> {
  const { files, onProgress } = upload;
  const parts = partsOf(upload);
  const rest = parts.values();
  const failed = new AbortController();
  const signal = AbortSignal.any([upload.signal, failed.signal]);
  let done = 0;
  const work = async () => {
    for (const { key, path, contentType } of rest) {
      signal.throwIfAborted();
      await files.put(key, path, { contentType, signal });
      done += 1;
      onProgress(done / parts.length);
    }
  };
  const workers = Array.from({ length: atOnce }, () =>
    work().catch((error: unknown) => {
      failed.abort(error);
    }),
  );
  // A transfer that ended after the attempt could store a file that was just removed.
  await Promise.all(workers);
  signal.throwIfAborted();
}
