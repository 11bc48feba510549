import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { asksForPage } from '../asks-for-page.ts';
import { docsPolicy, guidePolicy } from '../policy.ts';
import { apiPage, guidePage, indexPage } from './frame.ts';
import { type Guide, type Library, readLibrary } from './library.ts';
import { renderGuide } from './render.ts';

const { resolve } = createRequire(import.meta.url);
const swagger = dirname(resolve('swagger-ui-dist/package.json'));
const inter = resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

/** What the pages load: read once, so that responses that wait for slow clients share their bytes. */
const assets: [name: string, type: string, file: string][] = [
  ['swagger-ui.css', 'text/css', join(swagger, 'swagger-ui.css')],
  ['swagger-ui-bundle.js', 'text/javascript', join(swagger, 'swagger-ui-bundle.js')],
  ['api.css', 'text/css', join(import.meta.dirname, 'api.css')],
  ['api.js', 'text/javascript', join(import.meta.dirname, 'api.js')],
  ['site.css', 'text/css', join(import.meta.dirname, 'site.css')],
  ['guides.css', 'text/css', join(import.meta.dirname, 'guides.css')],
  ['site.js', 'text/javascript', join(import.meta.dirname, 'site.js')],
];

const sendPage = (reply: FastifyReply, policy: string, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
    .send(html);

const sendFile = (reply: FastifyReply, type: string, content: string | Buffer) =>
  reply
    .type(type)
    .headers({ 'content-security-policy': guidePolicy, 'cache-control': 'max-age=3600' })
    .send(content);

function registerAssets(app: FastifyInstance): void {
  for (const [name, type, file] of assets) {
    const content = readFileSync(file);
    app.get(`/docs/${name}`, async (_request, reply) => sendFile(reply, `${type}; charset=utf-8`, content));
  }
  const font = readFileSync(inter);
  app.get('/docs/inter.woff2', async (_request, reply) => sendFile(reply, 'font/woff2', font));
}

/** A guide is a page for a person and Markdown for a program, which may also ask for it by `.md`. */
function registerGuide(app: FastifyInstance, library: Library, guide: Guide): void {
  let page: string | undefined;
  const sendText = (reply: FastifyReply) => sendFile(reply, 'text/plain; charset=utf-8', guide.text);
  app.get(guide.url, async (request, reply) => {
    reply.header('vary', 'Accept');
    if (!asksForPage(request)) return sendText(reply);
    page ??= guidePage(library.shelves, guide, renderGuide(library, guide));
    return sendPage(reply, guidePolicy, page);
  });
  app.get(`${guide.url}.md`, async (_request, reply) => sendText(reply));
}

function registerGuides(app: FastifyInstance, library: Library): void {
  const index = indexPage(library.shelves);
  app.get('/docs/guides', async (_request, reply) => sendPage(reply, guidePolicy, index));
  for (const guide of library.guides.values()) registerGuide(app, library, guide);
  for (const { url, type, content } of library.files.values()) {
    app.get(url, async (_request, reply) => sendFile(reply, type, content));
  }
}

/** The documentation of the interface and the guides, for their readers. */
export function registerDocs(app: FastifyInstance, root: string): void {
  const openapi = readFileSync(join(root, 'contract/openapi.json'));
  app.get('/v1/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openapi),
  );
  app.get('/docs', async (_request, reply) => sendPage(reply, docsPolicy, apiPage));
  registerAssets(app);
  registerGuides(app, readLibrary(join(root, 'docs')));
}
