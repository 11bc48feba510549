import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** LiveKit itself retries for as long. */
const triesForMs = 15_000;
const answersWithinMs = 5_000;

interface Webhook {
  headers: Record<string, string>;
  body: string;
}

async function isAccepted(url: string, { headers, body }: Webhook): Promise<boolean> {
  const signal = AbortSignal.timeout(answersWithinMs);
  const response = await fetch(url, { method: 'POST', headers, body, signal }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

const roomOf = (body: string): string => JSON.parse(body).room?.name ?? '';

/**
 * Passes each webhook of a media server, byte for byte, to `path` of every registered server; servers ignore rooms
 * that are not their own. A server gets the webhooks of one room in their order. It registers by `PUT /targets?url=…`
 * and unregisters by `DELETE`; the media server posts to `/`.
 */
export async function startWebhookFanOut(path: string) {
  const targets = new Set<string>();
  /** The last delivery to each server for each room. */
  const queues = new Map<string, Promise<void>>();

  const deliver = async (url: string, webhook: Webhook) => {
    const until = performance.now() + triesForMs;
    while (targets.has(url) && performance.now() < until && !(await isAccepted(url + path, webhook))) {
      await pause(250);
    }
  };
  const queue = (url: string, webhook: Webhook) => {
    const key = `${url} ${roomOf(webhook.body)}`;
    const delivery = (queues.get(key) ?? Promise.resolve()).then(() => deliver(url, webhook));
    queues.set(key, delivery);
    void delivery.then(() => {
      if (queues.get(key) === delivery) queues.delete(key);
    });
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fan-out');
    const target = searchParams.get('url') ?? '';
    if (pathname !== '/targets') {
      const { authorization = '', 'content-type': type = '' } = request.headers;
      const webhook = { headers: { authorization, 'content-type': type }, body: await text(request) };
      for (const url of targets) queue(url, webhook);
    } else if (request.method === 'PUT') targets.add(target);
    else targets.delete(target);
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}
