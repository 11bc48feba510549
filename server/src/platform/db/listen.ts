import { once } from 'node:events';
import pg from 'pg';
import { repeat } from '../concurrency/repeat.ts';
import type { Logger } from '../logging/log.ts';
import { Outage } from '../logging/outage.ts';

export interface Listening {
  pool: pg.Pool;
  channel: string;
  /**
   * Called with the payload of every notification, and without one after every (re)connection, because notifications
   * sent meanwhile are lost.
   */
  onNotice: (payload?: string) => void;
  log: Logger;
}

const reconnectMs = 1000;

/** Listens on a connection of its own, and opens another when it breaks. Returns the function that stops it. */
export function listen({ pool, channel, onNotice, log }: Listening): () => Promise<void> {
  const outage = new Outage(log, {
    away: `not listening to ${channel}: no database connection; retrying`,
    back: `listening to ${channel} again`,
  });

  async function hold(stop: AbortSignal): Promise<void> {
    const client = new pg.Client(pool.options);
    // An error and the stop end it, too.
    const ended = once(client, 'end', { signal: stop }).catch(() => undefined);
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => onNotice(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      outage.back();
      onNotice();
      await ended;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  const what = `listening to ${channel}`;
  const holding = repeat({ what, everyMs: reconnectMs, log }, (signal) =>
    hold(signal).catch((error: unknown) => outage.away(error)),
  );
  return () => holding.stop();
}
