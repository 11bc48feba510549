import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A text of `docs/`, and where it is read. */
export interface Guide {
  /** Inside `docs/`: `integrators/chat.md`. */
  path: string;
  url: string;
  /** The heading up to its colon, and what follows it. */
  title: string;
  subtitle: string;
  text: string;
}

export interface Shelf {
  title: string;
  forWhom: string;
  guides: Guide[];
}

export interface Library {
  shelves: Shelf[];
  /** By path inside `docs/`. */
  guides: Map<string, Guide>;
  /** Files that guides show and link to, by path inside `docs/`: pictures, programs, a recorded delivery. */
  files: Map<string, { url: string; type: string; content: Buffer }>;
}

const base = '/docs/guides';

/** The first guides of a shelf, in the order of reading; others of its folder follow by name. */
const shelves = [
  {
    folder: 'integrators',
    title: 'For integrators',
    forWhom: 'Your learning management system drives Lectern over HTTP.',
    first: ['getting-started', 'accounts', 'entering', 'people', 'webhooks', 'recordings', 'chat'],
  },
  {
    folder: '.',
    title: 'Reference',
    forWhom: 'Every error, permission and setting, and what the interface leaves open.',
    first: ['errors', 'permissions', 'api-decisions'],
  },
  {
    folder: 'operators',
    title: 'For operators',
    forWhom: 'You run an installation for others.',
    first: ['running', 'nodes', 'recording', 'storage', 'security'],
  },
  {
    folder: 'users',
    title: 'For users',
    forWhom: 'You teach, learn or manage groups in the browser.',
    first: ['room', 'groups', 'recordings', 'webhooks', 'account'],
  },
];

/** Readers also get the pictures of guides. All other folders, such as `decisions`, are for those who work on Lectern. */
const open = [...shelves.map(({ folder }) => folder), 'images'];

const types: Record<string, string> = {
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
};
// A browser shows a program as text.
const typeOf = (path: string): string => types[posix.extname(path)] ?? 'text/plain; charset=utf-8';

/** The guides for integrators and the references stand directly under the base. */
const urlOf = (path: string): string => `${base}/${path.replace(/^integrators\//, '').replace(/\.md$/, '')}`;

function readGuide(path: string, text: string): Guide {
  const [, heading = path] = /^# (.+)$/m.exec(text) ?? [];
  const [title = heading, ...rest] = heading.split(': ');
  return { path, url: urlOf(path), title, subtitle: rest.join(': '), text };
}

/** The guides of `docs/`, read once. */
export function readLibrary(folder: string): Library {
  const guides: Library['guides'] = new Map();
  const files: Library['files'] = new Map();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name)))
    .filter((path) => open.includes(posix.dirname(path).split('/')[0] ?? ''))
    .sort();
  for (const path of paths) {
    const content = readFileSync(join(folder, path));
    if (path.endsWith('.md')) guides.set(path, readGuide(path, content.toString('utf8')));
    else files.set(path, { url: urlOf(path), type: typeOf(path), content });
  }
  const inFolder = (one: string) => [...guides.values()].filter(({ path }) => posix.dirname(path) === one);
  return {
    guides,
    files,
    shelves: shelves.map(({ folder: one, title, forWhom, first }) => {
      const placeOf = ({ path }: Guide) => {
        const place = first.indexOf(posix.basename(path, '.md'));
        return place < 0 ? first.length : place;
      };
      return { title, forWhom, guides: inFolder(one).sort((a, b) => placeOf(a) - placeOf(b)) };
    }),
  };
}
