import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { hashOf, sameBytes } from '../platform/crypto.ts';
import { Refusal } from '../platform/errors.ts';
import { isLoopback } from '../platform/http/networks.ts';
import { docsPolicy } from './policy.ts';
import type { Readiness } from './readiness.ts';

export interface HealthParts {
  registry: Registry;
  readiness: Readiness;
  /** The bearer token for `/metrics`; without one only this machine may read it. */
  metricsToken: string | undefined;
}

const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern API</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/lectern.css">
</head>
<body>
<main id="page"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

// Without deep links: they put a link into each operation's button, where no screen reader finds it.
const docsScript = `SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#page', deepLinking: false, docExpansion: 'none' });\n`;

/** Reads the files once: responses that wait for slow clients share their bytes. */
const readDocsFiles = (): Record<string, { type: string; content: Buffer }> => ({
  'swagger-ui.css': { type: 'text/css', content: readFileSync(join(swagger, 'swagger-ui.css')) },
  'lectern.css': {
    type: 'text/css',
    content: readFileSync(join(import.meta.dirname, 'docs/lectern.css')),
  },
  'swagger-ui-bundle.js': {
    type: 'text/javascript',
    content: readFileSync(join(swagger, 'swagger-ui-bundle.js')),
  },
  'start.js': { type: 'text/javascript', content: Buffer.from(docsScript) },
});

/** Proxies say for whom they ask: such a request does not come from this machine, even where the proxy runs on it. */
const isForwarded = ({ headers }: FastifyRequest): boolean =>
  ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => headers[name] !== undefined,
  );

/** Lets in the operator's token, and programs on this machine where they send none. */
function admitToMetrics(request: FastifyRequest, token: string | undefined): void {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    const peer = request.socket.remoteAddress ?? '';
    if (isLoopback(peer) && !isForwarded(request)) return;
    throw new Refusal(token === undefined ? 'forbidden' : 'unauthorized');
  }
  const given = /^Bearer +(.+?) *$/i.exec(authorization)?.[1] ?? '';
  if (token === undefined || !sameBytes(hashOf(given), hashOf(token))) throw new Refusal('unauthorized');
}

/** Health and metrics: of every node, whatever its roles. */
export function registerHealth(app: FastifyInstance, parts: HealthParts): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const { readiness } = parts;
    const dependencies = await readiness.dependencies();
    if (!readiness.isStopping) return { status: 'ready', dependencies };
    return reply.status(503).header('retry-after', '2').send({ status: 'stopping', dependencies });
  });

  app.get('/metrics', async (request, reply) => {
    admitToMetrics(request, parts.metricsToken);
    reply.type(parts.registry.contentType);
    return parts.registry.metrics();
  });
}

/** The documentation of the interface, for its readers. */
export function registerDocs(app: FastifyInstance, root: string): void {
  const openapi = readFileSync(join(root, 'contract/openapi.json'));
  app.get('/v1/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openapi),
  );

  app.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', docsPolicy).send(docsPage),
  );
  for (const [name, file] of Object.entries(readDocsFiles())) {
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply.type(`${file.type}; charset=utf-8`).header('cache-control', 'max-age=3600').send(file.content),
    );
  }
}
