import type { FileStore } from '../../engines/files/files.ts';
import { now } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { type CaptionsBetween, VideoCaptions } from '../captions/captions.ts';
import { SeenQuestions } from '../questions/seen-questions.ts';
import type { ShownItem } from '../timeline/open-items.store.ts';
import { type RecordedMessage, recordedMessagesOf } from '../timeline/viewer-messages.store.ts';
import { messagesFor, stretchSeconds } from '../timeline/viewer-messages.ts';
import { preparedItemsOf } from '../timeline/viewer-polls.ts';
import { FreshValues } from './fresh-values.ts';
import type { ViewingKind } from './intervals.ts';
import { LivePlaylists } from './live-playlists.ts';
import { PlayableVideos } from './playable-videos.ts';
import { WatchReports } from './reports.ts';
import { SegmentAddresses } from './segment-addresses.ts';
import { PlaylistTokens } from './token.ts';
import { countViewers, type SeenViewing } from './viewings.store.ts';
import { Watchers } from './watchers.ts';

/** The viewers of a session are counted, and its open items read, once a second for all viewers. */
const countEveryMs = 1000;
/** Messages of the recorded call are read again after this time: a moderator may have hidden one. */
const recordedMs = 10_000;

export interface WatchingParts {
  db: Db;
  log: Logger;
  keyring: Keyring;
  files: FileStore;
  webUrl: URL;
}

/** The caches of this node for the players that ask it, and the tokens of their playlists. */
export class ViewingCaches {
  readonly tokens: PlaylistTokens;
  readonly files: FileStore;
  readonly watchers: Watchers;
  readonly videos: PlayableVideos;
  readonly addresses: SegmentAddresses;
  readonly playlists: LivePlaylists;
  readonly reports: WatchReports;
  readonly captions: VideoCaptions;
  readonly questions: SeenQuestions;
  readonly #db: Db;
  readonly #webUrl: URL;
  readonly #counts = new FreshValues<number>(countEveryMs);
  readonly #items = new FreshValues<ShownItem[]>(countEveryMs);
  readonly #recorded = new FreshValues<RecordedMessage[]>(recordedMs);

  constructor({ db, log, keyring, files, webUrl }: WatchingParts) {
    this.tokens = new PlaylistTokens(keyring);
    this.files = files;
    this.watchers = new Watchers(db);
    this.videos = new PlayableVideos(db);
    this.addresses = new SegmentAddresses(files);
    this.playlists = new LivePlaylists(this.addresses);
    this.reports = new WatchReports(db, log);
    this.captions = new VideoCaptions(db);
    this.questions = new SeenQuestions(db);
    this.#db = db;
    this.#webUrl = webUrl;
  }

  /** The address of the viewing's playlists, until the session of its participant ends or for two minutes at most. */
  playlistUrl({ id, sessionId, participantId }: Watched, sessionExpiresAt: Date): string {
    const token = this.tokens.tokenFor({ viewingId: id, sessionId, participantId }, sessionExpiresAt, now());
    return `${this.#webUrl.origin}${playlistsPath}${token}/master.m3u8`;
  }

  /** How many people watch the session now in this manner. */
  viewersOf(session: { sessionId: string; kind: ViewingKind }): Promise<number> {
    const key = `${session.kind} ${session.sessionId}`;
    return this.#counts.get(key, (at) => countViewers(this.#db, session, at));
  }

  /** The items that the session has shown or shows soon, or all of a permanent one. */
  shownItemsOf(sessionId: string): Promise<ShownItem[]> {
    return this.#items.get(sessionId, () => preparedItemsOf(this.#db, sessionId));
  }

  /** The messages that a viewer of a permanent session gets after the second `from`, at this position. */
  async messagesOf(sessionId: string, at: { from: number; position: number }) {
    const read = (number: number): Promise<RecordedMessage[]> => {
      const from = number * stretchSeconds;
      const stretch = { from, to: from + stretchSeconds };
      return this.#recorded.get(`${sessionId} ${number}`, () =>
        recordedMessagesOf(this.#db, sessionId, stretch),
      );
    };
    return messagesFor(at, { items: await this.shownItemsOf(sessionId), read });
  }

  /** The captions that a viewing may get now: no more than its playlist shows. */
  async captionsOf({
    kind,
    videoId,
    startDate,
    position,
  }: SeenViewing): Promise<CaptionsBetween | undefined> {
    if (videoId === null || !(await this.captions.has(videoId))) return undefined;
    return kind === 'live'
      ? this.captions.atClock(videoId, startDate)
      : this.captions.around(videoId, position);
  }

  /** Stores what was reported, before the server stops. */
  stop(): Promise<void> {
    return this.reports.stop();
  }
}

type Watched = Pick<SeenViewing, 'id' | 'sessionId' | 'participantId'>;

export const playlistsPath = '/v1/playlists/';
