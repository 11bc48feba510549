import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A page in the navigation. */
export interface NavigationEntry {
  url: string;
  /** The part of a guide's heading before the colon; `subtitle` is the rest. */
  title: string;
  subtitle: string;
}

/** A Markdown file of `docs/` and its URL path. */
export interface Guide extends NavigationEntry {
  /** Relative to `docs/`: `integrators/chat.md`. */
  path: string;
  text: string;
}

export type Library = ReturnType<typeof readLibrary>;
export type NavigationGroup = Library['navigationGroups'][number];

const base = '/docs/guides';

const apiReference: NavigationEntry = {
  url: '/docs/api',
  title: 'API reference',
  subtitle: 'all operations with examples, to read and try out',
};

/** The guides of a folder, for one audience. `first` come first, in this order; the others follow by name. */
const navigationGroups = [
  {
    folder: 'users',
    title: 'For users',
    description: 'You teach, learn or manage groups in the browser.',
    first: ['room', 'groups', 'recordings', 'webhooks', 'account'],
  },
  {
    folder: 'integrators',
    title: 'For integrators',
    description: 'Your learning management system controls Lectern over HTTP.',
    first: [
      'fifteen-minutes',
      'getting-started',
      'examples',
      'limits',
      'accounts',
      'entering',
      'people',
      'reports',
      'webhooks',
      'recordings',
      'uploads',
      'webinars',
      'webinar-schedules',
      'watching-webinars',
      'chat',
    ],
  },
  {
    folder: 'operators',
    title: 'For operators',
    description: 'You run an installation for others.',
    first: [
      'running',
      'deploying',
      'troubleshooting',
      'sizing',
      'nodes',
      'recording',
      'storage',
      'sign-in',
      'entra-id',
      'security',
      'data-protection',
    ],
  },
  {
    folder: '.',
    title: 'Reference',
    description: 'Errors, permissions, settings, and decisions on points that the interface leaves open.',
    first: ['errors', 'permissions', 'configuration', 'api-decisions'],
  },
];

/** The site serves these folders. Other folders, such as `decisions`, are for developers of Lectern. */
const open = [...navigationGroups.map(({ folder }) => folder), 'images'];

const types: Record<string, string> = {
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
};
// The other files are served as text, so that a browser shows a program instead of downloading it.
const typeOf = (path: string): string => types[posix.extname(path)] ?? 'text/plain; charset=utf-8';

/** Returns the URL path of a file. Guides for integrators and references are directly below the base path. */
const urlOf = (path: string): string => `${base}/${path.replace(/^integrators\//, '').replace(/\.md$/, '')}`;

function readGuide(path: string, text: string): Guide {
  const [, heading = path] = /^# (.+)$/m.exec(text) ?? [];
  const [title = heading, ...rest] = heading.split(': ');
  return { path, url: urlOf(path), title, subtitle: rest.join(': '), text };
}

/** The address in the samples of the guides for integrators. */
const sampleAddress = 'http://localhost:8080';

/** The guides with the address of this installation in their samples, so that a reader can paste them. */
export const withAddress = (library: Library, address: string): Library => ({
  ...library,
  guides: new Map(
    [...library.guides].map(([path, guide]) => [
      path,
      path.startsWith('integrators/')
        ? { ...guide, text: guide.text.replaceAll(sampleAddress, address) }
        : guide,
    ]),
  ),
});

/** Reads the guides of `docs/` and the files that they link to. */
export function readLibrary(folder: string) {
  /** By path relative to `docs/`. */
  const guides = new Map<string, Guide>();
  /** Images, code samples and other files that guides link to, by path relative to `docs/`. */
  const files = new Map<string, { url: string; type: string; content: Buffer }>();
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
    navigationGroups: navigationGroups.map(({ folder: one, title, description, first }) => {
      const orderOf = ({ path }: Guide) => {
        const order = first.indexOf(posix.basename(path, '.md'));
        return order < 0 ? first.length : order;
      };
      const sorted = inFolder(one).sort((a, b) => orderOf(a) - orderOf(b));
      const more = one === 'integrators' ? [apiReference] : [];
      return { title, description, entries: [...sorted, ...more] };
    }),
  };
}
