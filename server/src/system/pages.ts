import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languages } from '../../../contract/languages.ts';
import { pages } from '../../../contract/pages.ts';
import { Unstartable } from '../platform/errors.ts';
import { languageOf } from '../platform/mail/language.ts';
import { pagePolicy, type Sources } from './content-security-policy.ts';
import { readDocs } from './docs/routes.ts';
import { isPageRequest } from './page-request.ts';

interface PagesParts {
  web: Site['web'];
  /** Origins that may frame our pages; empty: any page may frame a room, and none another page. */
  allowedOrigins: string[];
  /** Origins of loaded files and of connections, in addition to our own. */
  sources: Sources;
}

/** The page with the text of one language that is shown until the script runs (web/vite.config.ts). */
const pageIn = (page: string, language: Language): string =>
  page
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/<span data-opening lang="([\w-]+)">[^<]*<\/span>\s*/g, (text, its) =>
      its === language ? text : '',
    );

/** Refuses to start without the built web client. */
function readWebClient(root: string) {
  const folder = join(root, 'web/dist');
  if (!existsSync(join(folder, 'index.html')) || !existsSync(join(folder, 'assets'))) {
    throw new Unstartable('The web client is not built. Run "npm run setup", which builds it.');
  }
  const files = readdirSync(folder, { withFileTypes: true }).filter((item) => item.isFile());
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return {
    folder,
    /** The HTML of every page by language; it loads everything else. */
    pageOf: new Map(languages.map((language) => [language, pageIn(page, language)] as const)),
    /** The other files. */
    names: files.map(({ name }) => name),
  };
}

/** Files that are served as they are on the disk. */
export type Site = ReturnType<typeof readSite>;

/** Refuses to start if files of the installation are missing. */
export function readSite(root: string) {
  try {
    return { docs: readDocs(root), web: readWebClient(root) };
  } catch (error) {
    if (error instanceof Unstartable) throw error;
    throw new Unstartable(
      `Files of Lectern are missing or cannot be read (${(error as Error).message}). Install this version again.`,
    );
  }
}

/** Operations of the chat have paths without the version, too. */
const isOfApi = /^\/(v1|chat)\//;

/** Serves the web client: files with a hash in their names are cached forever, the page never. */
export async function registerPages(
  app: FastifyInstance,
  { web: { folder, pageOf, names }, allowedOrigins, sources }: PagesParts,
): Promise<void> {
  const listed = allowedOrigins.length > 0 ? `'self' ${allowedOrigins.join(' ')}` : undefined;
  const roomPolicy = pagePolicy(listed ?? '*', sources, true);
  const otherPolicy = pagePolicy("'none'", sources);

  const sendPage = (request: FastifyRequest, reply: FastifyReply, policy: string) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-store',
        // The user agent states one version of the platform for all.
        'accept-ch': 'Sec-CH-UA-Platform-Version',
      })
      .send(pageOf.get(languageOf(request.headers['accept-language'] ?? '')));

  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
  });
  for (const path of Object.values(pages)) {
    const policy = path.startsWith(pages.room) ? roomPolicy : otherPolicy;
    app.get(path, async (request, reply) => sendPage(request, reply, policy));
  }
  for (const name of names) {
    if (name === 'index.html' || name.endsWith('.br') || name.endsWith('.gz')) continue;
    app.get(`/${name}`, async (_request, reply) =>
      reply.sendFile(name, folder, { immutable: false, maxAge: '1h' }),
    );
  }
  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(request, reply.status(404), otherPolicy);
  // An unknown path gives a page to a browser and JSON to a program.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && isPageRequest(request) && !isOfApi.test(request.url))
      return notFound(request, reply);
  });
}
