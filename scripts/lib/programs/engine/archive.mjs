import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { platform } from '../../paths.mjs';
import { startStep } from '../../progress.mjs';
import { download, megabytes } from './download.mjs';
import { readFromTarball } from './tar.mjs';

/** Downloads LiveKit's release archive for this platform and checks its published SHA-256. */
export async function fromArchive(draft, engine) {
  const archive = engine.archives[platform];
  if (!archive) throw new Error(`there is no archive for ${platform}`);
  const file = `${draft}.tar.gz`;
  const step = startStep(`Fetching the release archive of LiveKit ${engine.version}`);
  try {
    await download(`${engine.releases}/v${engine.version}/${archive.file}`, file, {
      sha256: archive.sha256,
      onProgress: (received, total) => step.update(megabytes(received, total)),
    });
    const binary = readFromTarball(readFileSync(file), 'livekit-server');
    if (!binary) throw new Error('there is no livekit-server in it');
    writeFileSync(draft, binary);
    step.done(`Fetched the release archive of LiveKit ${engine.version}`);
  } catch (error) {
    step.fail(`The release archive could not be downloaded (${error.message})`);
    throw error;
  } finally {
    rmSync(file, { force: true });
  }
}
