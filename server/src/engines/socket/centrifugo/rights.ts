import { createHash } from 'node:crypto';
import { ticks } from '../../../platform/clock.ts';
import type { SocketSource, SocketStanding } from '../socket.ts';
import type { CentrifugoApi } from './api.ts';

/** How many of the users whose old tokens may still exist are checked in one round. */
const mostInRound = 200;

/** A hash of what a user may hear. It is in their token, and so at their connections. */
export const hashRights = ({ channels, personal }: SocketStanding): string =>
  createHash('sha256')
    .update(JSON.stringify([personal, [...channels].sort()]))
    .digest('base64url')
    .slice(0, 16);

const holds = (info: unknown, rights: string): boolean =>
  typeof info === 'object' && info !== null && 'rights' in info && info.rights === rights;

export interface RightsParts {
  api: CentrifugoApi;
  source: SocketSource;
  /** For how many ms a token issued before a change can still be used. */
  watchMs: number;
  limit: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Disconnects connections whose rights are outdated. Centrifugo accepts a token until it expires, so for that long a
 * client that reconnects with an old one is disconnected again; its page then asks us for a new token.
 */
export class Rights {
  readonly #parts: RightsParts;
  /** User ids, in the order of their next check, with the tick at which checking ends. */
  readonly #watched = new Map<string, number>();

  constructor(parts: RightsParts) {
    this.#parts = parts;
  }

  recheck(userIds: string[]): void {
    const until = ticks() + this.#parts.watchMs;
    for (const id of userIds) {
      this.#watched.set(id, until);
      this.#check(id).catch(() => undefined);
    }
  }

  /** Checks the users again who were rechecked lately. */
  async round(): Promise<void> {
    const due = [...this.#watched].slice(0, mostInRound);
    for (const [id, until] of due) {
      this.#watched.delete(id);
      if (until > ticks()) this.#watched.set(id, until);
    }
    await Promise.allSettled(due.map(([id]) => this.#check(id)));
  }

  #check(userId: string): Promise<void> {
    const { api, source, limit } = this.#parts;
    return limit(async () => {
      const standing = (await source.standingsOf([userId])).get(userId);
      if (!standing) return api.disconnect(userId, { code: 3507, reason: 'permission denied', except: [] });
      const rights = hashRights(standing);
      const clients = await api.presence(standing.personal);
      const except = clients.filter((client) => holds(client.chan_info, rights)).map(({ client }) => client);
      return api.disconnect(userId, { code: 3014, reason: 'state invalidated', except });
    });
  }
}
