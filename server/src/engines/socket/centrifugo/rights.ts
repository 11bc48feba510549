import { createHash } from 'node:crypto';
import { ticks } from '../../../platform/clock.ts';
import type { SocketSource, Standing } from '../socket.ts';
import type { CentrifugoApi } from './api.ts';

/** So many are looked at in one round of those whose old tokens may still be about. */
const mostInRound = 200;

/** In short what somebody may hear: it stands in their token, and so at their connections. */
export const rightsOf = ({ channels, personal }: Standing): string =>
  createHash('sha256')
    .update(JSON.stringify([personal, [...channels].sort()]))
    .digest('base64url')
    .slice(0, 16);

const holds = (info: unknown, rights: string): boolean =>
  typeof info === 'object' && info !== null && 'rights' in info && info.rights === rights;

export interface RightsParts {
  api: CentrifugoApi;
  source: SocketSource;
  /** For how long a token that was given before a change can still be shown. */
  watchMs: number;
  limit: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Holds connections to what their people may hear now. Centrifugo believes a token until it ends, so that for this long
 * whoever comes back with an old one is sent away again; a page that is sent away asks us for a new one.
 */
export class Rights {
  readonly #parts: RightsParts;
  /** Until when they are looked at, in the order of when it is their turn. */
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

  /** Looks again at those who were rechecked lately. */
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
      const standing = await source.standingOf(userId);
      if (!standing) return api.disconnect(userId, { code: 3507, reason: 'permission denied', except: [] });
      const rights = rightsOf(standing);
      const clients = await api.presence(standing.personal);
      const except = clients.filter((client) => holds(client.chan_info, rights)).map(({ client }) => client);
      return api.disconnect(userId, { code: 3014, reason: 'state invalidated', except });
    });
  }
}
