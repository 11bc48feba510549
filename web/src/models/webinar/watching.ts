import type { Clock } from '../../kit/clock.ts';
import { readStored, writeStored } from '../../kit/storage.ts';
import type { WebinarApi } from './api.ts';
import { WebinarPlayer } from './player.ts';
import { firstChoice, type NetworkHints } from './stream/quality.ts';
import type { SessionClock } from './sync/session-clock.ts';
import type { Viewing } from './types.ts';
import { ViewerCaptions } from './viewer-captions.ts';
import { ViewerMessages } from './viewer-messages.ts';
import { ViewerPolls } from './viewer-polls.ts';
import { ViewerQuestions } from './viewer-questions.ts';
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
const qualityKey = 'lectern.quality';

const networkHints = (): NetworkHints | undefined =>
  (navigator as Navigator & { connection?: NetworkHints }).connection;

function storedVolume(): number {
  const volume = Number(readStored(volumeKey) ?? 1);
  return volume >= 0 && volume <= 1 ? volume : 1;
}

/** The messages and polls of a permanent session, which each viewer gets at a second of their own. */
export type OwnProgram = { messages: ViewerMessages; polls: ViewerPolls };

type ReportsApi = Pick<WebinarApi, 'report' | 'close'>;

/** Reports name the messages that are missing, and their responses contain them. */
const withMessages = (api: ReportsApi, messages: ViewerMessages): ReportsApi => ({
  close: api.close,
  report: async (viewingId, report) => {
    const { from: messagesFrom } = messages;
    const answer = await api.report(viewingId, { ...report, messagesFrom });
    messages.take(answer, messagesFrom);
    return answer;
  },
});

/** Reports ask for captions while the viewer wants them. */
const withCaptions = (api: ReportsApi, captions: ViewerCaptions): ReportsApi => ({
  close: api.close,
  report: async (viewingId, report) => {
    const asked = captions.isOn ? { ...report, withCaptions: true } : report;
    const answer = await api.report(viewingId, asked);
    captions.take(answer);
    return answer;
  },
});

/** One opened viewing: its player and its reports. */
export class Watching {
  readonly player: WebinarPlayer;
  readonly reports: ViewingReports;
  /** Undefined unless the session is permanent. */
  readonly own: OwnProgram | undefined;
  readonly captions: ViewerCaptions;
  readonly questions: ViewerQuestions;
  readonly #releases: (() => void)[];

  constructor({ video, viewing, api, clock, timers }: Parts) {
    const now = (): number => clock.now();
    const own =
      viewing.kind === 'permanent'
        ? {
            messages: new ViewerMessages(now),
            polls: new ViewerPolls({ api, viewingId: viewing.viewingId, now }),
          }
        : undefined;
    this.own = own;
    const captions = new ViewerCaptions((position) => this.player.toMediaTime(position));
    this.captions = captions;
    const questions = new ViewerQuestions({ api, viewingId: viewing.viewingId, now });
    this.questions = questions;
    const captioned = withCaptions(api, captions);
    const reports = new ViewingReports({
      api: own ? withMessages(captioned, own.messages) : captioned,
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
      quality: firstChoice(readStored(qualityKey), networkHints()),
      keepQuality: (choice) => writeStored(qualityKey, choice),
      network: networkHints(),
    });
    let wasOffline = false;
    const follow = (): void => {
      const { position } = this.player.state.get();
      captions.look();
      if (captions.mustAsk(position)) reports.reportSoon();
      own?.messages.moveTo(position);
      own?.polls.look(reports.state.get().items, position);
    };
    this.#releases = [
      this.player.state.subscribe(follow),
      reports.state.subscribe(() => {
        const { playlistUrl, isOffline, questionsRevision } = reports.state.get();
        if (questionsRevision !== undefined) questions.look(questionsRevision);
        this.player.setPlaylistUrl(playlistUrl);
        if (wasOffline && !isOffline) this.player.resync();
        wasOffline = isOffline;
        follow();
      }),
    ];
  }

  setCaptions(isOn: boolean): void {
    if (isOn === this.captions.isOn) return;
    this.captions.setOn(isOn);
    if (isOn) this.reports.reportNow();
  }

  start(): void {
    void this.player.start();
    this.reports.start();
  }

  end(): void {
    for (const release of this.#releases) release();
    this.own?.polls.end();
    this.questions.end();
    this.reports.close();
    this.player.end();
  }
}
