import type { FastifyRequest } from 'fastify';

/** Does a person in a browser ask, and not a program? */
export const isPageRequest = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
