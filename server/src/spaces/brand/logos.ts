import { now, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Reach } from '../../platform/http/outgoing/open-target.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { type LogoStore, type StoredLogo, versionOf } from './brand.store.ts';
import { type LoadedPicture, loadPicture } from './picture.ts';

export interface LogoParts extends Reach {
  db: Db;
  log: Pick<Logger, 'debug'>;
  /** The logos of groups, or of something else that names an address. */
  store: LogoStore;
}

export const timings = {
  loadMs: 5000,
  /** A copy is loaded anew after this time; until then a changed picture needs another address. */
  freshMs: seconds(24 * 3600),
  /** An address without a picture is asked again after this time. */
  retryMs: seconds(60),
  /** A copy that was read stays in memory for this time. */
  keptMs: seconds(10),
};

/** Requests for logos that this node makes at a time: their addresses are those of owners. */
const mostLoads = 8;
/** Copies in memory, each of at most 512 KiB. */
const mostCopies = 16;

/**
 * The copies of logos. A page asks for one; the first request loads it, so that no address of a stranger is asked more
 * often than once a minute, and no browser of a learner ever asks one.
 */
export class Logos {
  readonly #parts: LogoParts;
  readonly #loads = new Map<string, Promise<LoadedPicture | undefined>>();
  readonly #copies = new Map<string, Promise<LoadedPicture | undefined>>();

  constructor(parts: LogoParts) {
    this.#parts = parts;
  }

  /** @returns undefined if the group or meeting has another logo, or none that can be shown */
  async find(ownerId: string, version: string): Promise<LoadedPicture | undefined> {
    const state = await this.#parts.store.logoStateOf(this.#parts.db, ownerId);
    if (!state || versionOf(state.logo) !== version) return undefined;
    const { logo, loadedAt } = state;
    const ageMs = loadedAt ? now().getTime() - loadedAt.getTime() : Number.POSITIVE_INFINITY;
    const shown = loadedAt ? await this.#read(ownerId, logo, loadedAt) : undefined;
    const isDue = ageMs < 0 || ageMs > (shown ? timings.freshMs : timings.retryMs);
    const loading = isDue ? this.#load(ownerId, logo) : undefined;
    return shown ?? loading;
  }

  /** Reads a copy once for the requests of some seconds: the pages of a whole class ask for it at once. */
  #read(ownerId: string, url: string, loadedAt: Date): Promise<LoadedPicture | undefined> {
    const key = `${ownerId} ${loadedAt.getTime()} ${url}`;
    const earlier = this.#copies.get(key);
    if (earlier) return earlier;
    const copy = this.#parts.store
      .storedLogoOf(this.#parts.db, ownerId, url)
      .then((stored) => stored && pictureIn(stored));
    if (this.#copies.size >= mostCopies) return copy;
    this.#copies.set(key, copy);
    const forget = () => this.#copies.delete(key);
    copy.catch(forget);
    setTimeout(forget, timings.keptMs).unref();
    return copy;
  }

  /** Loads once at a time for each address. Never rejects: an old copy does not wait for it. */
  #load(ownerId: string, url: string): Promise<LoadedPicture | undefined> | undefined {
    const key = `${ownerId} ${url}`;
    const earlier = this.#loads.get(key);
    if (earlier || this.#loads.size >= mostLoads) return earlier;
    const load = this.#loadAndStore(ownerId, url).finally(() => this.#loads.delete(key));
    this.#loads.set(key, load);
    return load;
  }

  async #loadAndStore(ownerId: string, url: string): Promise<LoadedPicture | undefined> {
    const { db, log, store } = this.#parts;
    try {
      const picture = await loadPicture(url, {
        reach: this.#parts,
        signal: AbortSignal.timeout(timings.loadMs),
      }).catch((error: unknown) => {
        log.debug({ err: error, ownerId }, 'a logo could not be loaded');
        return undefined;
      });
      const { type = null, bytes = null } = picture ?? {};
      await store.storeLogo(db, ownerId, { url, loadedAt: now(), type, bytes });
      return picture;
    } catch (error) {
      log.debug({ err: error, ownerId }, 'the copy of a logo could not be stored');
      return undefined;
    }
  }
}

const pictureIn = ({ type, bytes }: Pick<StoredLogo, 'type' | 'bytes'>): LoadedPicture | undefined =>
  type === null || bytes === null ? undefined : { type, bytes };
