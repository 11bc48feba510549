import type { FastifyInstance } from 'fastify';
import type { SocketInbox } from '../engines/socket/socket.ts';
import { hashOf, sameBytes } from '../platform/crypto.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import { isFields } from '../platform/http/input/declared.ts';

/** The path to which an operator's Centrifugo sends the `rpc` of its clients. */
export const messageProxyPath = '/engine/centrifugo/rpc';

/** The largest frame of a client, with what Centrifugo adds to it. */
const bodyLimit = 128 * 1024;

interface ProxyParts {
  inbox: SocketInbox;
  /** The key of Centrifugo's API, which its configuration sends with every request; undefined without a Centrifugo. */
  proxyKey: string | undefined;
}

/**
 * Answers the `rpc` of clients that connect to an operator's Centrifugo. Centrifugo states the user of the token that it
 * verified, so that only a request with its key is believed.
 */
export async function registerMessageProxy(
  app: FastifyInstance,
  { inbox, proxyKey }: ProxyParts,
): Promise<void> {
  if (!proxyKey) return;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post(messageProxyPath, {
      bodyLimit,
      onRequest: async ({ headers }) => {
        const key = headers['x-api-key'];
        if (typeof key !== 'string' || !sameBytes(hashOf(key), hashOf(proxyKey)))
          throw new Refusal('unauthorized');
      },
      handler: async ({ body }) => {
        const text = typeof body === 'string' ? body : '';
        const { user, method, data } = fieldsOf(text);
        if (typeof user !== 'string' || typeof method !== 'string') return refuse('body_unreadable');
        const reply = await inbox.answer({ userId: user, method, data, size: text.length });
        return 'error' in reply ? reply : { result: reply };
      },
    });
  });
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch {
    // Not JSON: refused as other texts.
  }
  return refuse('body_unreadable');
}
