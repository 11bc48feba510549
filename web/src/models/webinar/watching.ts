import type { Clock } from '../../kit/clock.ts';
import { readStored, writeStored } from '../../kit/storage.ts';
import type { WebinarApi } from './api.ts';
import { WebinarPlayer } from './player.ts';
import type { SessionClock } from './sync/session-clock.ts';
import type { Viewing } from './types.ts';
import { ViewingReports } from './viewing-reports.ts';

type Parts = {
  video: HTMLVideoElement;
  viewing: Viewing;
  api: WebinarApi;
  clock: SessionClock;
  /** Timers that a hidden tab does not slow down. */
  timers: Clock;
};

const volumeKey = 'lectern.volume';

function storedVolume(): number {
  const volume = Number(readStored(volumeKey) ?? 1);
  return volume >= 0 && volume <= 1 ? volume : 1;
}

/** One opened viewing: its player and its reports. */
export class Watching {
  readonly player: WebinarPlayer;
  readonly reports: ViewingReports;
  readonly #release: () => void;

  constructor({ video, viewing, api, clock, timers }: Parts) {
    const reports = new ViewingReports({
      api,
      viewing,
      clock,
      timers,
      tab: document,
      page: window,
      read: () => ({ position: this.player.state.get().position, isPlaying: this.player.isPlaying }),
    });
    this.reports = reports;
    this.player = new WebinarPlayer({
      video,
      viewing,
      clock,
      timers,
      askTime: () => reports.reportNow(),
      onChange: () => reports.reportSoon(),
      volume: storedVolume(),
      keepVolume: (volume) => writeStored(volumeKey, String(volume)),
    });
    let wasOffline = false;
    this.#release = reports.state.subscribe(() => {
      const { playlistUrl, isOffline } = reports.state.get();
      this.player.setPlaylistUrl(playlistUrl);
      if (wasOffline && !isOffline) this.player.resync();
      wasOffline = isOffline;
    });
  }

  start(): void {
    void this.player.start();
    this.reports.start();
  }

  end(): void {
    this.#release();
    this.reports.close();
    this.player.end();
  }
}
