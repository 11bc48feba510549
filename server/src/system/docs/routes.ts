import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { docsPolicy, guidePolicy } from '../content-security-policy.ts';
import { isPageRequest } from '../page-request.ts';
import { clientPath, readClientPackage } from './client-package.ts';
import { apiPage, guidePage, homePage } from './frame.ts';
import { type Guide, type Library, readLibrary, withAddress } from './library.ts';
import { llmsText } from './llms.ts';
import { markdownOf, renderGuide } from './render.ts';
import { makeSearchIndex, operationsIn } from './search-index.ts';

const { resolve } = createRequire(import.meta.url);
const swagger = dirname(resolve('swagger-ui-dist/package.json'));
const inter = resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

const typeByExtension = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
} as const;

/** The styles, scripts and fonts of the pages. They are read once, so that responses to slow clients share memory. */
const assetFiles: [name: `${string}${keyof typeof typeByExtension}`, file: string][] = [
  ['swagger-ui.css', join(swagger, 'swagger-ui.css')],
  ['swagger-ui-bundle.js', join(swagger, 'swagger-ui-bundle.js')],
  ['inter.woff2', inter],
  ...(
    ['api.css', 'api.js', 'site.css', 'guides.css', 'site.js', 'search.css', 'search.js', 'find.js'] as const
  ).map((name) => [name, join(import.meta.dirname, name)] as [typeof name, string]),
];

const sendPage = (reply: FastifyReply, policy: string, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
    .send(html);

const hasTag = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

/** Sends a file. Its name has no hash, so browsers revalidate it each time and see an upgrade at once. */
function fileSender(type: string, content: string | Buffer) {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ 'content-security-policy': guidePolicy, 'cache-control': 'no-cache', etag });
    return hasTag(request, etag) ? reply.code(304).send() : reply.type(type).send(content);
  };
}

/** Reads the JSON Schemas in the folder: `attendance-report/1.json` is the first version of a report. */
const readSchemas = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.json'))
      .map((path) => [`/v1/schemas/${path}`, readFileSync(join(folder, path))]),
  );

type Docs = ReturnType<typeof readDocs>;

/** Reads all files of the documentation. */
export function readDocs(root: string) {
  return {
    openapi: readFileSync(join(root, 'contract/openapi.json')),
    /** By their paths. */
    schemas: readSchemas(join(root, 'contract/schemas')),
    assets: assetFiles.map(([name, file]) => ({
      name,
      type: typeByExtension[extname(file) as keyof typeof typeByExtension],
      content: readFileSync(file),
    })),
    library: readLibrary(join(root, 'docs')),
    clientPackage: readClientPackage(root),
  };
}

/** Serves a guide as HTML to browsers, and as Markdown to programs and with the suffix `.md`. */
function registerGuide(app: FastifyInstance, library: Library, guide: Guide): void {
  let page: string | undefined;
  const sendText = fileSender('text/plain; charset=utf-8', markdownOf(library, guide));
  app.get(guide.url, async (request, reply) => {
    reply.header('vary', 'Accept');
    if (!isPageRequest(request)) return sendText(request, reply);
    page ??= guidePage(library.navigationGroups, guide, renderGuide(library, guide));
    return sendPage(reply, guidePolicy, page);
  });
  app.get(`${guide.url}.md`, sendText);
}

function registerGuides(app: FastifyInstance, library: Library): void {
  for (const guide of library.guides.values()) registerGuide(app, library, guide);
  for (const { url, type, content } of library.files.values()) app.get(url, fileSender(type, content));
  app.get('/docs/guides', async (_request, reply) => reply.redirect('/docs', 301));
}

/** Serves the search index. It is built at the first request, because most server runs have none. */
function registerSearch(app: FastifyInstance, { openapi, library }: Docs): void {
  let send: ReturnType<typeof fileSender> | undefined;
  app.get('/docs/search.json', async (request, reply) => {
    send ??= fileSender('application/json; charset=utf-8', JSON.stringify(makeSearchIndex(library, openapi)));
    return send(request, reply);
  });
}

function registerApiReference(app: FastifyInstance, { openapi, library }: Docs): void {
  let page: string | undefined;
  app.get('/v1/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openapi),
  );
  app.get('/docs/api', async (_request, reply) => {
    page ??= apiPage(library.navigationGroups, operationsIn(openapi));
    return sendPage(reply, docsPolicy, page);
  });
}

/**
 * Registers the documentation: the guides, the API reference and the search (docs/decisions/0156).
 * @param address the installation's own, which the samples of the guides show
 */
export function registerDocs(app: FastifyInstance, read: Docs, address: string): void {
  const docs = { ...read, library: withAddress(read.library, address) };
  const { schemas, assets, library, clientPackage } = docs;
  const home = homePage(library.navigationGroups);
  for (const [path, content] of schemas) app.get(path, fileSender('application/schema+json', content));
  app.get('/docs', async (_request, reply) => sendPage(reply, guidePolicy, home));
  app.get('/llms.txt', fileSender('text/plain; charset=utf-8', llmsText(library.navigationGroups, address)));
  if (clientPackage) app.get(clientPath, fileSender('application/gzip', clientPackage));
  for (const { name, type, content } of assets) app.get(`/docs/${name}`, fileSender(type, content));
  registerApiReference(app, docs);
  registerSearch(app, docs);
  registerGuides(app, library);
}
