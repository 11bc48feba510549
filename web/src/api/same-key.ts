import { type Operation, paths } from '../../../contract/paths.ts';
import { randomHex } from '../kit/random-id.ts';

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

/** A person who tries again later than that means another request. */
const keptFor = 60_000;

/**
 * Gives a request that creates something an Idempotency-Key, and the same key to the same request after one that got no
 * response: the server may have done it all the same, and then answers as it would have the first time. A
 * successful DELETE drops the keys: the response kept under one may name what is deleted.
 */
export function withSameKey(send: typeof fetch, now = Date.now): typeof fetch {
  const unanswered = new Map<string, { key: string; since: number }>();
  return async (input, init) => {
    if (init?.method === 'DELETE') {
      const answer = await send(input, init);
      if (answer.ok) unanswered.clear();
      return answer;
    }
    if (init?.method !== 'POST' || !patterns.some((pattern) => pattern.test(String(input)))) {
      return send(input, init);
    }
    const headers = new Headers(init.headers);
    const request = [input, headers.get('authorization'), init.body].join(' ');
    const known = unanswered.get(request);
    const kept = known && now() - known.since < keptFor ? known : { key: randomHex(), since: now() };
    unanswered.set(request, kept);
    headers.set('idempotency-key', kept.key);
    const answer = await send(input, { ...init, headers });
    // Headers without the rest are no answer either.
    await answer.clone().arrayBuffer();
    if (answer.status < 500) unanswered.delete(request);
    return answer;
  };
}
