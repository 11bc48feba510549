import { once } from 'node:events';
import pg from 'pg';
import { repeat } from '../concurrency/repeat.ts';
import type { Logger } from '../logging/log.ts';
import { Outage } from '../logging/outage.ts';

export interface Listening {
  pool: pg.Pool;
  channels: readonly string[];
  /**
   * Called with the payload of every notification, and for each channel without one after every (re)connection, because
   * notifications sent meanwhile are lost.
   */
  onNotice: (channel: string, payload?: string) => void;
  log: Logger;
}

const reconnectMs = 1000;

/** Listens on a connection of its own, and opens another when it breaks. Returns the function that stops it. */
export function listen({ pool, channels, onNotice, log }: Listening): () => Promise<void> {
  const named = channels.join(', ');
  const outage = new Outage(log, {
    away: `not listening to ${named}: no database connection; retrying`,
    back: `listening to ${named} again`,
  });

  async function hold(stop: AbortSignal): Promise<void> {
    const client = new pg.Client(pool.options);
    // An error and the stop end it, too.
    const ended = once(client, 'end', { signal: stop }).catch(() => undefined);
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload }) => onNotice(channel, payload));
    try {
      await client.connect();
      await client.query(channels.map((channel) => `LISTEN ${channel}`).join('; '));
      outage.back();
      for (const channel of channels) onNotice(channel);
      await ended;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  const what = `listening to ${named}`;
  const holding = repeat({ what, everyMs: reconnectMs, log }, (signal) =>
    hold(signal).catch((error: unknown) => outage.away(error)),
  );
  return () => holding.stop();
}
