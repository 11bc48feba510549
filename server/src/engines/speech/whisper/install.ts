import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../../platform/process/reasons.ts';
import { modelPathIn } from './model-file.ts';
import type { WhisperModel } from './models.ts';

export interface Installing {
  /** The folder of the ggml files. */
  source: URL;
  dataDir: string;
  onProgress: (what: string) => void;
}

export interface Installed {
  path: string;
  bytes: number;
  /** The file was there already. */
  isOld: boolean;
}

export const timings = {
  /** A download without a byte for so long has stopped. */
  downloadStalledMs: 60_000,
};

/** The installation failed; the message is a sentence for the operator. */
export class InstallFailed extends Error {
  override name = 'InstallFailed';
}

/** The system and its services need some. */
const spareBytes = 100_000_000;

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0;
    throw error;
  }
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha1');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

async function refuseFullDisk(path: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  const free = bavail * bsize;
  if (free - bytes >= spareBytes) return;
  throw new InstallFailed(
    `The model needs ${megabytes(bytes)} MB more, and the disk of ${dirname(path)} has ${megabytes(free)} MB free.`,
  );
}

/** The part of the file that a response contains. */
function partOf(response: Response, wanted: number): { from: number; total: number | undefined } {
  if (response.status === 206) {
    const [, from, total] =
      /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    if (from === undefined || Number(from) !== wanted) {
      throw new InstallFailed('The server sent another part of the file. Try again.');
    }
    return { from: wanted, total: Number(total) };
  }
  const length = response.headers.get('content-length');
  return { from: 0, total: length === null ? undefined : Number(length) };
}

interface Download {
  file: FileHandle;
  address: URL;
  have: number;
  onProgress: (what: string) => void;
}

/** Downloads what is missing. @returns false if the file has nothing more to send */
async function download({ file, address, have, onProgress }: Download, draft: string): Promise<boolean> {
  const stop = new AbortController();
  const stalled = setTimeout(
    () => stop.abort(new Error('nothing came for a minute')),
    timings.downloadStalledMs,
  );
  try {
    const headers: Record<string, string> = have > 0 ? { range: `bytes=${have}-` } : {};
    const response = await fetch(address, { headers, signal: stop.signal });
    if (response.status === 416) return false;
    if (!response.ok) {
      await response.body?.cancel();
      throw new InstallFailed(`${address.host} responded ${response.status} to ${address.href}.`);
    }
    const { from, total } = partOf(response, have);
    if (total !== undefined) await refuseFullDisk(draft, total - from);
    await file.truncate(from);
    let at = from;
    for await (const part of response.body ?? []) {
      stalled.refresh();
      await file.write(part, 0, part.length, at);
      at += part.length;
      onProgress(total ? `${megabytes(at)} of ${megabytes(total)} MB` : `${megabytes(at)} MB`);
    }
    return true;
  } finally {
    clearTimeout(stalled);
  }
}

function explained(error: unknown, address: URL): unknown {
  if (error instanceof InstallFailed) return error;
  if (codeOf(error) === 'ENOSPC') {
    return new InstallFailed('The disk is full. Free some space and run the command again: it continues.');
  }
  if (codeOf(error) === 'EACCES') return error;
  const cause = (error as { cause?: { code?: unknown } })?.cause?.code ?? (error as Error)?.message;
  return new InstallFailed(
    `The download from ${address.host} broke off (${String(cause)}). Run the command again: it continues.`,
  );
}

/**
 * Downloads a model below the data folder, continuing an earlier attempt, and checks it.
 *
 * @throws InstallFailed
 */
export async function installModel(model: WhisperModel, installing: Installing): Promise<Installed> {
  const { source, dataDir, onProgress } = installing;
  const path = modelPathIn(dataDir, model.name);
  if ((await sizeOf(path)) > 0 && (await sumOf(path)) === model.sha1) {
    return { path, bytes: await sizeOf(path), isOld: true };
  }
  const base = source.href.endsWith('/') ? source.href : `${source.href}/`;
  const address = new URL(`ggml-${model.name}.bin`, base);
  const draft = `${path}.part`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const have = await sizeOf(draft);
  {
    await using file = await open(draft, have > 0 ? 'r+' : 'w', 0o600);
    try {
      await download({ file, address, have, onProgress }, draft);
      await file.sync();
    } catch (error) {
      throw explained(error, address);
    }
  }
  if ((await sumOf(draft)) !== model.sha1) {
    await rm(draft);
    throw new InstallFailed(
      `The file from ${address.host} is not the model ${model.name}: its SHA-1 differs. It was removed; run the command again.`,
    );
  }
  await rename(draft, path);
  return { path, bytes: await sizeOf(path), isOld: false };
}
