import type { FastifyRequest } from 'fastify';

/** Whether the client is a browser that loads a page. */
export const isPageRequest = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
