import { globSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readProject } from '../../checks/project.mjs';
import { root } from '../paths.mjs';
import { matches } from './options.mjs';
import seconds from './seconds.json' with { type: 'json' };

const FOLDERS = ['contract', 'server', 'recorder', 'web/src', 'bench', 'scripts'];
/** Of a file that is not in `seconds.json`. */
const AVERAGE_SECONDS = 5;

/** Keeps the whole seconds of the files that take at least one, for the order of later runs. */
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

const STARTS_OR_LOADS =
  /^(node:(child_process|worker_threads)|pg|node-av.*|@livekit\/rtc-node|@napi-rs\/canvas)$/;
const CHANGES_PROCESS = /\bprocess\.|\bglobalThis\b|(?<![.\w])mock\./;

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

/** The files without state: they start no program, load no library of the machine and change nothing of the process. */
export function withoutState(paths, project = readProject(root)) {
  return paths.filter(
    (path) =>
      !isAlone(path) &&
      project.text(path) &&
      !CHANGES_PROCESS.test(project.text(path)) &&
      !reaches(project, path, STARTS_OR_LOADS),
  );
}

const isAlone = (path) => path.includes('.alone.test.');

function kindOf(path) {
  if (isAlone(path)) return 'alone';
  if (path.startsWith('recorder/')) return 'recorder';
  return path.startsWith('server/src/records/running/') ? 'recording' : 'any';
}

const own = (path) => ({
  files: [path],
  kind: kindOf(path),
  seconds: seconds[path] ?? AVERAGE_SECONDS,
});

/** Deals the files into as many processes as there are slots, so that these end at about the same time. */
function deal(paths, slots) {
  const units = Array.from({ length: slots }, () => ({ files: [], kind: 'any', seconds: 0 }));
  const known = paths.map((path) => ({ path, seconds: seconds[path] ?? 0 }));
  for (const { path, seconds } of known.sort((a, b) => b.seconds - a.seconds)) {
    const [least] = units.toSorted((a, b) => a.seconds - b.seconds || a.files.length - b.files.length);
    least.files.push(path);
    least.seconds += seconds;
  }
  return units.filter(({ files }) => files.length > 0);
}

/** What each process runs: one file, or several files without state. */
export function intoUnits(paths, shared, slots) {
  const rest = paths.filter((path) => !shared.includes(path));
  return [...rest.map(own), ...deal(shared, slots)];
}
