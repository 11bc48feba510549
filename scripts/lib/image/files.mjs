import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { closure } from '../licences/shipped.mjs';
import { engineBinary, root } from '../paths.mjs';

/** Files and folders of ours that the program reads. */
const own = [
  'package.json',
  'LICENSE',
  'contract',
  'server',
  'recorder',
  'docs',
  'engines/livekit',
  'web/dist',
];

const isTest = (path) => /\.test\.\w+$|(?:^|\/)testing\//.test(path);

/** Dependencies that nothing of ours loads: WebRTC in JavaScript for `node-av/webrtc`, and the unzipper of its downloads. */
const unused = new Set(['werift', 'unzipper']);

/** The only files that are read of these packages. The parts of emoji are, the file that contains all is not. */
const onlyRead = {
  'swagger-ui-dist': /^swagger-ui(?:-bundle\.js|\.css)$/,
  '@fontsource/noto-sans': /-600-normal\.woff2$|^unicode\.json$/,
  '@fontsource/noto-sans-arabic': /-600-normal\.woff2$|^unicode\.json$/,
  '@fontsource/noto-sans-hebrew': /-600-normal\.woff2$|^unicode\.json$/,
  '@fontsource/noto-color-emoji': /-\d+-400-normal\.woff$|^unicode\.json$/,
  '@fontsource-variable/inter': /^files\/inter-latin-wght-normal\.woff2$/,
  '@zxcvbn-ts/language-common': /^dist\/.*\.mjs$/,
  'pdfjs-dist':
    /^legacy\/build\/pdf(?:\.worker)?\.min\.mjs$|^(?:cmaps|iccs|standard_fonts)\/|^wasm\/(?!quickjs|.*nowasm)/,
};

const isAlwaysKept = (path) =>
  /(?:^|\/)(?:package\.json|(?:[^/]*licen[cs]e|notice|copying)[^/]*)$/i.test(path);

/** Files that only people and compilers read: Node runs no TypeScript of packages, and loads CommonJS of the AWS SDK. */
const isUnread = (name, path) =>
  /^(?:tests?|docs?|examples?|benchmarks?|\.[^/]+)\//.test(path) ||
  /\.(?:map|md|[mc]?ts|flow|a|test\.[mc]?js)$|\/(?:pgxs|pkgconfig)\//.test(path) ||
  (/^@(?:aws-sdk|smithy)\//.test(name) && path.startsWith('dist-es/')) ||
  (/^node-(?:linux|darwin)-/.test(name) && /^(?:include|share)\//.test(path));

function isRead(name, path) {
  if (isAlwaysKept(path)) return true;
  return onlyRead[name] ? onlyRead[name].test(path) : !isUnread(name, path);
}

/** The files and links below a folder, as paths relative to it. */
function* walk(folder, below = '') {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (!entry.isDirectory()) yield path;
    else if (entry.name !== 'node_modules') yield* walk(folder, path);
  }
}

function* packageFiles() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { dependencies, optionalDependencies } = packages[''];
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  for (const folder of closure(packages, names, unused)) {
    // Optional packages of other platforms are not installed.
    if (!existsSync(join(root, folder))) continue;
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    for (const path of walk(join(root, folder))) if (isRead(name, path)) yield `${folder}/${path}`;
  }
  yield 'node_modules/.bin/node';
}

function* ownFiles() {
  for (const name of own) {
    const paths = lstatSync(join(root, name)).isDirectory() ? walk(join(root, name), '') : [''];
    for (const path of paths) {
      const whole = path ? `${name}/${path}` : name;
      if (!isTest(whole)) yield whole;
    }
  }
  yield engineBinary().slice(root.length + 1);
}

/**
 * The files that go into the image, as paths in the repository, with their sizes and the targets of links
 * (docs/decisions/0101).
 */
export function imageFiles() {
  return [...ownFiles(), ...packageFiles()].map((path) => {
    const status = lstatSync(join(root, path));
    const target = status.isSymbolicLink() ? readlinkSync(join(root, path)) : undefined;
    return { path, size: target === undefined ? status.size : 0, target };
  });
}
