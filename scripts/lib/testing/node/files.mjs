import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readProject } from '../../../checks/project.mjs';
import { root } from '../../paths.mjs';
import { matches } from '../options.mjs';
import seconds from './seconds.json' with { type: 'json' };

const FOLDERS = ['contract', 'server', 'recorder', 'web/src', 'bench', 'scripts'];
/**
 * Seconds of tests in a process that files share: its memory stays small, and few files end with it if it
 * crashes (docs/decisions/0042).
 */
const SECONDS_TOGETHER = 120;
/** A file that takes longer runs with `--all` only: the others take a few minutes together. */
const LONG_SECONDS = 6;

/** Saves the whole seconds of files that take at least one, for the order of later runs. */
export function recordSeconds(took) {
  const kept = {
    ...seconds,
    ...Object.fromEntries(took.map(({ name, seconds }) => [name, Math.round(seconds)])),
  };
  const known = new Set(findTests([]));
  const entries = Object.entries(kept).filter(([path, value]) => value > 0 && known.has(path));
  const text = JSON.stringify(Object.fromEntries(entries.sort()), null, 2);
  writeFileSync(join(import.meta.dirname, 'seconds.json'), `${text}\n`);
}

export function findTests(files) {
  const patterns = FOLDERS.map((folder) => join(root, folder, '**/*.test.{ts,tsx,mjs}'));
  const found = patterns.flatMap((pattern) => globSync(pattern)).map((path) => relative(root, path));
  return found.filter((path) => matches(files, path)).sort();
}

/** The files that run without `--all`. */
export const withoutLong = (paths, known = seconds) =>
  paths.filter((path) => (known[path] ?? 0) <= LONG_SECONDS);

/** Native libraries of media: what keeps their process alive is disposed of once, at the end of a file. */
const NATIVE = /^(node-av.*|@livekit\/rtc-node|@napi-rs\/canvas)$/;
/** A test that changes or measures what belongs to the whole process. */
const NEEDS_OWN_PROCESS =
  /\bprocess\.(argv|chdir|env\b.*[^=]=[^=]|exitCode|getActiveResourcesInfo|listenerCount|memoryUsage|off\b|on\b|once\b|std)|\bglobalThis\b|(?<![.\w])mock\./;

/** Whether a file, or one that it imports, imports a package of this name. */
function reaches(project, path, pattern) {
  const seen = new Set([path]);
  for (const file of seen) {
    for (const { specifier, target, typeOnly } of project.text(file) ? project.imports(file) : []) {
      if (typeOnly) continue;
      if (target) seen.add(target);
      else if (pattern.test(specifier)) return true;
    }
  }
  return false;
}

const isAlone = (path) => path.includes('.alone.test.');

/** The files that may share a process. */
export function mayShare(paths, project = readProject(root)) {
  return paths.filter(
    (path) =>
      !isAlone(path) &&
      project.text(path) &&
      !NEEDS_OWN_PROCESS.test(project.text(path)) &&
      !reaches(project, path, NATIVE),
  );
}

/** Whether a server of the file records calls: beside too much else, its recorders lose sound and pictures. */
function isRecording(path) {
  if (path.startsWith('server/src/records/running/')) return true;
  const file = join(root, path);
  return existsSync(file) && /\bRecordingServer\.start\b/.test(readFileSync(file, 'utf8'));
}

/** The kind of a file that does not share a process: `runUnits` decides by it what may run side by side. */
function kindOf(path) {
  if (isAlone(path)) return 'alone';
  if (path.startsWith('recorder/')) return 'recorder';
  return isRecording(path) ? 'recording' : 'any';
}

const own = (path) => ({
  files: [path],
  kind: kindOf(path),
  seconds: seconds[path] ?? 0,
});

/** Deals the files into processes of about `SECONDS_TOGETHER`, so that these end at about the same time. */
function deal(paths) {
  const known = paths.map(own).sort((a, b) => b.seconds - a.seconds);
  const total = known.reduce((sum, { seconds }) => sum + seconds, 0);
  const count = Math.max(1, Math.round(total / SECONDS_TOGETHER));
  const units = Array.from({ length: count }, () => ({ files: [], kind: 'shared', seconds: 0 }));
  for (const { files, seconds } of known) {
    const [least] = units.toSorted((a, b) => a.seconds - b.seconds || a.files.length - b.files.length);
    least.files.push(...files);
    least.seconds += seconds;
  }
  return units.filter(({ files }) => files.length > 0);
}

/** Assigns files to processes: one file to each, or several files that may share it. */
export function intoUnits(paths, shared) {
  const rest = paths.filter((path) => !shared.includes(path));
  return [...rest.map(own), ...deal(shared)];
}
