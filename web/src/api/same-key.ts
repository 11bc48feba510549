import { type Operation, paths } from '../../../contract/paths.ts';
import { randomHex } from '../kit/random-id.ts';

/** Operations that would create a duplicate if they ran twice. The other creating requests carry ids of their own. */
const creating: readonly Operation[] = [
  'createSpace',
  'createRoom',
  'createInvite',
  'generateAccess',
  'generateAccessLinks',
  'createPoll',
  'testWebhook',
  'redeliverWebhook',
  'redeliverFailedWebhooks',
];

const patterns = creating.map((operation) => {
  const [, path = ''] = paths[operation].split(' ');
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
});

/** In ms. A later attempt of a person counts as another request. */
const keptFor = 60_000;

/**
 * Adds an Idempotency-Key to requests that create something, and the same key to the same request after one without a
 * response: the server may have executed it, and then sends the first response. A successful DELETE drops all keys,
 * because a stored response may name what was deleted.
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
    // Headers without a body are no response either.
    await answer.clone().arrayBuffer();
    if (answer.status < 500) unanswered.delete(request);
    return answer;
  };
}
