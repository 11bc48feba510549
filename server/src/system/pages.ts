import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pages } from '../../../contract/pages.ts';
import { Unstartable } from '../platform/errors.ts';
import { isPageRequest } from './page-request.ts';
import { pagePolicy, type Sources } from './policy.ts';

export interface PagesParts {
  web: WebClient;
  /** Origins that may frame our pages; empty: any page may frame a room, and none another page. */
  allowedOrigins: string[];
  /** Origins of loaded files and of connections, in addition to our own. */
  sources: Sources;
}

export interface WebClient {
  folder: string;
  /** The page (`index.html`) that loads everything else. */
  page: string;
  /** The other files. */
  names: string[];
}

/** Refuses to start without the built web client. */
export function readWebClient(root: string): WebClient {
  const folder = join(root, 'web/dist');
  if (!existsSync(join(folder, 'index.html')) || !existsSync(join(folder, 'assets'))) {
    throw new Unstartable('The web client is not built. Run "npm run setup", which builds it.');
  }
  const files = readdirSync(folder, { withFileTypes: true }).filter((item) => item.isFile());
  return {
    folder,
    page: readFileSync(join(folder, 'index.html'), 'utf8'),
    names: files.map(({ name }) => name),
  };
}

/** Operations of the chat have paths without the version, too. */
const isOfApi = /^\/(v1|chat)\//;

/** Serves the web client: files with a hash in their names are cached forever, the page never. */
export async function registerPages(
  app: FastifyInstance,
  { web: { folder, page, names }, allowedOrigins, sources }: PagesParts,
): Promise<void> {
  const listed = allowedOrigins.length > 0 ? `'self' ${allowedOrigins.join(' ')}` : undefined;
  const roomPolicy = pagePolicy(listed ?? '*', sources, true);
  const otherPolicy = pagePolicy("'none'", sources);

  const sendPage = (reply: FastifyReply, policy: string, status = 200) =>
    reply
      .status(status)
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-store',
        // The user agent states one version of the platform for all.
        'accept-ch': 'Sec-CH-UA-Platform-Version',
      })
      .send(page);

  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
  });
  for (const path of Object.values(pages)) {
    const policy = path === pages.room || path === pages.roomRecordings ? roomPolicy : otherPolicy;
    app.get(path, async (_request, reply) => sendPage(reply, policy));
  }
  for (const name of names) {
    if (name === 'index.html' || name.endsWith('.br') || name.endsWith('.gz')) continue;
    app.get(`/${name}`, async (_request, reply) =>
      reply.sendFile(name, folder, { immutable: false, maxAge: '1h' }),
    );
  }
  const notFound = (reply: FastifyReply) => sendPage(reply, otherPolicy, 404);
  // An unknown path gives a page to a browser and JSON to a program.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && isPageRequest(request) && !isOfApi.test(request.url)) return notFound(reply);
  });
}
