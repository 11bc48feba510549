import { type Operation, paths } from '../../../contract/paths.ts';
import { randomHex } from '../random-id.ts';

/** What would be there twice if it were done twice. The others are known to the server by their own names. */
const creating: readonly Operation[] = [
  'createSpace',
  'createRoom',
  'createInvite',
  'generateAccess',
  'createPoll',
  'testWebhook',
  'redeliverWebhook',
  'redeliverFailedWebhooks',
];

const patterns = creating.map((operation) => {
  const [, path = ''] = paths[operation].split(' ');
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
});

/**
 * Gives a request that creates something an Idempotency-Key, and the same key to the same request after one that got no
 * response: the server may have done it all the same, and then answers as it would have the first time.
 */
export function withSameKey(send: typeof fetch): typeof fetch {
  const unanswered = new Map<string, string>();
  return async (input, init) => {
    if (init?.method !== 'POST' || !patterns.some((pattern) => pattern.test(String(input)))) {
      return send(input, init);
    }
    const headers = new Headers(init.headers);
    const request = [input, headers.get('authorization'), init.body].join(' ');
    const key = unanswered.get(request) ?? randomHex();
    unanswered.set(request, key);
    headers.set('idempotency-key', key);
    const answer = await send(input, { ...init, headers });
    // Headers without the rest are no answer either.
    await answer.clone().arrayBuffer();
    if (answer.status < 500) unanswered.delete(request);
    return answer;
  };
}
