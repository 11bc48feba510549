import { setTimeout as pause } from 'node:timers/promises';

export interface Flood {
  /** How many requests run concurrently. */
  atOnce: number;
  /** How many requests are sent in total; by default as many as possible until `signal` aborts. */
  count?: number;
  signal?: AbortSignal;
}

/** How many responses had each status; 0 counts requests without a response. */
export type Statuses = Record<number, number>;

async function flood(send: () => Promise<Response>, { atOnce, count, signal }: Flood): Promise<Statuses> {
  const statuses: Statuses = {};
  let sent = 0;
  const isOver = () => signal?.aborted === true || (count !== undefined && sent >= count);
  const one = async () => {
    while (!isOver()) {
      sent += 1;
      const status = await send().then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        async () => {
          await pause(100);
          return 0;
        },
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return statuses;
}

/** Sends health checks without pause. */
export const floodReadyz = (url: string, options: Flood): Promise<Statuses> =>
  flood(() => fetch(`${url}/readyz`), options);

/** Requests `/metrics` as a client whom the reverse proxy lets through. */
export const floodMetrics = (url: string, options: Flood): Promise<Statuses> =>
  flood(() => fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } }), options);

const forgedToken = 'eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJrZXkiLCJleHAiOjk5OTk5OTk5OTl9.Zm9yZ2Vk';

/** Sends unsigned LiveKit webhooks, some of them large. */
export function floodBadWebhooks(url: string, options: Flood): Promise<Statuses> {
  let n = 0;
  const large = 'x'.repeat(900_000);
  return flood(() => {
    n += 1;
    const authorization = n % 2 === 0 ? `Bearer ${forgedToken}` : forgedToken;
    return fetch(`${url}/engine/livekit`, {
      method: 'POST',
      headers: { 'content-type': 'application/webhook+json', ...(n % 5 !== 0 && { authorization }) },
      body: n % 10 === 0 ? large : '{"event":"room_finished"}',
    });
  }, options);
}
