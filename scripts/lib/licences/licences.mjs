import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProject } from '../../checks/project.mjs';
import { root } from '../paths.mjs';
import { ACCEPTED, isAllowed } from './allowed.mjs';
import { bundledNames, shippedPackages } from './shipped.mjs';

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const goModules = (text) =>
  [...text.matchAll(/^(?:require\s+|\t)([\w.~/-]+) v\S+/gm)].map(([, module]) => module);

/** A package without a licence in the lock file gets the one that somebody read in its files, for that version. */
function withReadTexts(packages, texts) {
  return packages.map((row) => {
    const read = texts[row.name];
    return !row.licence && read?.version === row.version ? { ...row, licence: read.licence } : row;
  });
}

function readModules() {
  const listed = Object.entries(readJson('engines/livekit/licences.json').modules);
  const licences = new Map(listed.flatMap(([licence, names]) => names.map((name) => [name, licence])));
  const modules = goModules(readFileSync(join(root, 'engines/livekit/go.mod'), 'utf8'));
  return modules.map((name) => ({ name, licence: licences.get(name) ?? null }));
}

/** Everything that an installation contains, each with its licence, null if unknown (docs/decisions/0078). */
export function readLicences() {
  const { texts, contents } = readJson('engines/licences.json');
  const pages = readProject(root).paths(
    /^web\/src\/(?!.*\.test\.tsx?$).*\.(tsx?|css)$|^contract\/(?!.*test)[^.]*\.ts$/,
  );
  const bundled = bundledNames(pages.map((path) => readFileSync(join(root, path), 'utf8')));
  return {
    packages: withReadTexts(shippedPackages(readJson('package-lock.json'), bundled), texts),
    contents,
    modules: readModules(),
  };
}

/** The faults as sentences: unknown licences, licences outside the list, and contents of another version. */
export function findFaults({ packages, contents, modules }) {
  const faults = [];
  const refuse = (what, licence) =>
    faults.push(
      licence
        ? `${what} has the licence ${licence}, which is not allowed. Replace it, or extend scripts/lib/licences/allowed.mjs and say why.`
        : `${what} has no known licence. Read its files and add it to engines/licences.json or engines/livekit/licences.json.`,
    );
  for (const { name, version, licence } of packages) {
    if (!isAllowed(licence)) refuse(`${name}@${version}`, licence);
  }
  for (const { name, licence } of modules) if (!isAllowed(licence)) refuse(`The Go module ${name}`, licence);
  for (const { in: owner, version, name, licence } of contents) {
    if (!isAllowed(licence) && !ACCEPTED.get(owner)?.has(licence)) refuse(`${name} in ${owner}`, licence);
    if (!packages.some((row) => row.name === owner && row.version === version)) {
      faults.push(
        `engines/licences.json describes ${owner}@${version}, which is not what is installed. Read the licences of the new version and correct the entry.`,
      );
    }
  }
  return faults;
}
