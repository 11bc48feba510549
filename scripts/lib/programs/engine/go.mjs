import { findOnPath } from '../on-path.mjs';
import { buildWithGo, goVersion, isAtLeast } from './build.mjs';
import { fetchToolchain } from './toolchain.mjs';

/** Builds with this machine's Go if it is new enough. */
export async function withInstalledGo(draft, { go: wanted, source }) {
  const go = findOnPath('go');
  if (!go) throw new Error('there is no Go on this machine');
  const version = await goVersion(go);
  if (!version || !isAtLeast(version, wanted.minimum)) {
    throw new Error(`Go ${version ?? 'of an unknown version'} is older than ${wanted.minimum}`);
  }
  await buildWithGo(go, draft, { source });
}

/** Builds with a Go that is downloaded for it and removed afterwards. */
export async function withFetchedGo(draft, { go: wanted, source }) {
  const toolchain = await fetchToolchain(wanted);
  await buildWithGo(toolchain.go, draft, { source, env: toolchain.env });
  toolchain.remove();
}
