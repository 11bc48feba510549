import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cache, platform } from '../../paths.mjs';
import { startStep } from '../../progress.mjs';
import { download, megabytes } from './download.mjs';
import { unzip } from './zip.mjs';

const MODULE = 'golang.org/toolchain';

function configuredProxies() {
  const folder = process.platform === 'darwin' ? 'Library/Application Support' : '.config';
  const file = join(process.env.XDG_CONFIG_HOME ?? join(homedir(), folder), 'go', 'env');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').match(/^GOPROXY=(.*)$/m)?.[1] : undefined;
  return process.env.GOPROXY || kept?.trim();
}

/** The proxies in GOPROXY as Go reads it; by default Go's proxy, on the domain of the module. */
export function moduleProxies(setting = configuredProxies()) {
  if (!setting) return [`https://proxy.${MODULE.split('/')[0]}`];
  const proxies = setting.split(/[,|]/).map((entry) => entry.trim().replace(/\/$/, ''));
  return proxies.filter((entry) => /^https?:/.test(entry));
}

async function fetchZip(pinned, file) {
  const proxies = moduleProxies();
  if (proxies.length === 0) throw new Error('GOPROXY names no proxy to download it from');
  const step = startStep('Fetching the Go toolchain');
  const problems = [];
  for (const proxy of proxies) {
    try {
      await download(`${proxy}/${MODULE}/@v/${pinned.version}.zip`, file, {
        sha256: pinned.sha256,
        onProgress: (received, total) => step.update(megabytes(received, total)),
      });
      step.done('Fetched the Go toolchain');
      return;
    } catch (error) {
      problems.push(error.message);
    }
  }
  step.fail(`The Go toolchain could not be downloaded (${problems.join('; ')})`);
  throw new Error(problems.join('; '));
}

/** Module zips contain no modes and rename nested go.mod files; Go corrects both when it unpacks, so do we. */
function place(prefix) {
  return (name) => {
    const path = name.slice(prefix.length).replace(/(^|\/)_go\.mod$/, '$1go.mod');
    const isProgram = /^(bin|pkg\/tool)\//.test(path);
    return name.startsWith(prefix) ? { path, mode: isProgram ? 0o755 : 0o644 } : null;
  };
}

/** Downloads Go as a Go module. @returns its `go`, and settings that keep all its files in one folder of ours */
export async function fetchToolchain({ toolchains }) {
  const pinned = toolchains[platform];
  if (!pinned) throw new Error(`there is no Go toolchain for ${platform} in engines/livekit/version.json`);
  const home = join(cache, 'go');
  const folder = join(home, pinned.version);
  if (!existsSync(folder)) {
    const file = join(home, `${pinned.version}.zip`);
    if (!existsSync(file)) await fetchZip(pinned, file);
    const draft = `${folder}.part`;
    rmSync(draft, { recursive: true, force: true });
    unzip(file, draft, place(`${MODULE}@${pinned.version}/`));
    renameSync(draft, folder);
    rmSync(file);
  }
  const env = {
    GOROOT: folder,
    GOPATH: join(home, 'path'),
    GOMODCACHE: join(home, 'modules'),
    GOCACHE: join(home, 'build'),
    // Module folders are read-only by default and could not be removed.
    GOFLAGS: '-mod=readonly -modcacherw',
  };
  return { go: join(folder, 'bin', 'go'), env, remove: () => rmSync(home, { recursive: true, force: true }) };
}
