import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './lib/paths.mjs';

// Makes the archive of a release and its checksum: `npm run release [-- --ref COMMIT --into FOLDER]`. Usually of the tag
// of this version, into `releases/`. CONTRIBUTING.md has the whole procedure.
const git = (...options) => execFileSync('git', ['-C', root, ...options], { maxBuffer: 1024 ** 3 });
const options = { ref: { type: 'string' }, into: { type: 'string' } };
const { values } = parseArgs({ options });
const tag = `v${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}`;
const ref = values.ref ?? tag;
let commit;
try {
  commit = String(git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)).trim();
} catch {
  const advice = values.ref
    ? ''
    : ` Tag the commit of the release first: git tag -a ${tag} -m "Lectern ${tag.slice(1)}"`;
  console.error(`There is no ${ref}.${advice}`);
  process.exit(1);
}
const { version, lectern } = JSON.parse(git('show', `${commit}:package.json`));
const name = `lectern-${version}`;
const folder = resolve(values.into ?? join(root, 'releases'));
mkdirSync(folder, { recursive: true });
// By the commit, so that `export-subst` writes it into the archive.
const archive = git('archive', '--format=tar.gz', `--prefix=${name}/`, commit);
writeFileSync(join(folder, `${name}.tar.gz`), archive);
const sum = createHash('sha256').update(archive).digest('hex');
writeFileSync(join(folder, `${name}.tar.gz.sha256`), `${sum}  ${name}.tar.gz\n`);
console.log(`${join(folder, `${name}.tar.gz`)}: ${(archive.length / 1e6).toFixed(1)} MB, commit ${commit}
Upload it and its .sha256 to ${lectern.releases}/
The image, in the unpacked archive:
  docker build -f deploy/Dockerfile -t ${lectern.image}:${version} .
  docker push ${lectern.image}:${version}`);
