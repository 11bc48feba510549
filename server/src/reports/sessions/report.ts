import type { PlaybackReport, PlaybackReportRow } from '../../../../contract/operations/playback-report.ts';
import { timestamp } from '../../platform/clock.ts';
import { mapInTurns } from '../../platform/concurrency/turns.ts';
import { endOfSession } from '../../playbacks/playbacks.ts';
import type { VoteOfCall } from '../chat/chat.store.ts';
import { presenceBy } from '../people/attendance-rule.ts';
import { circumstancesOf, detailsOf, isoTimeOf, presentEntries, sumBy } from '../people/details.ts';
import { mostAtOnce } from '../people/intervals.ts';
import type { Interval } from '../people/model.ts';
import type { ReportedViewer, SessionReportInput } from './load.ts';
import type { WatchedTimes } from './model.ts';
import type { OfferOfSession } from './store.ts';
import { hasSeen, leavingPoints, viewersBySecond } from './viewers.ts';

/** A row of a report, without its intervals. */
export type SessionRowHead = Omit<PlaybackReportRow, 'intervals'>;
/** Its intervals are numbers: as texts they would take most of the memory. */
export type SessionTableRow = SessionRowHead & { intervals: { online: Interval[]; tab: Interval[] } };
/** A report before it is written in a format. */
export type SessionReportTable = Omit<PlaybackReport, 'participants'> & { participants: SessionTableRow[] };

const wholeSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const watchedFigures = (times: WatchedTimes | undefined) => ({
  watched: (times?.seconds ?? []).map(({ start: from, end: to }) => ({ from, to })),
  watchedDuration: wholeSeconds(times?.videoMs ?? 0),
  watchedShare: times?.videoShare ?? 0,
});

const noEntries = { firstEntryAt: null, lastExitAt: null, visits: 0 };

/** Decides who is present. In a permanent session the video seen is compared with the length of the video. */
function presenceIn({ span, rule }: SessionReportInput, times: WatchedTimes | undefined) {
  if (!times) return { share: 0, isPresent: false, presenceReason: 'Watched the replay only.' };
  const { isPermanent, start, until, videoLength } = span;
  const length = isPermanent ? (videoLength ?? 0) : until - start;
  const online = isPermanent ? times.videoMs : times.onlineMs;
  return presenceBy({ online, length }, rule);
}

/** The actions of a person besides watching. */
interface ActionsOfViewer {
  messages: number;
  votes: VoteOfCall[];
  /** The clicks on each offer, by its id. */
  clicks: Map<string, { clicks: number; firstClickedAt: string }>;
}

/** The offers that a person saw; who clicked one has seen it. */
function offersSeenBy(
  offers: OfferOfSession[],
  { times: { session, replay } }: ReportedViewer,
  clicks: ActionsOfViewer['clicks'],
): PlaybackReportRow['offers'] {
  return offers.flatMap((offer) => {
    const clicked = clicks.get(offer.itemId);
    const inSession = { ...offer, atSecond: Math.max(offer.atSecond, offer.notedSecond) };
    const isSeen = hasSeen(session?.video ?? [], inSession) || hasSeen(replay?.video ?? [], offer);
    if (!clicked && !isSeen) return [];
    const { itemId: id, title } = offer;
    return [{ id, title, clicks: clicked?.clicks ?? 0, firstClickedAt: clicked?.firstClickedAt ?? null }];
  });
}

function rowOf(input: SessionReportInput, viewer: ReportedViewer, actions: ActionsOfViewer): SessionTableRow {
  const { session, replay, isLive } = viewer.times;
  const { votes } = actions;
  return {
    participantId: viewer.participantId,
    ...detailsOf(viewer),
    ...(session ? presentEntries(session) : noEntries),
    onlineDuration: wholeSeconds(session?.onlineMs ?? 0),
    onlineDurationWithActiveTab: wholeSeconds(session?.tabMs ?? 0),
    chatMessagesCount: actions.messages,
    pollAnswersCount: votes.length,
    polls: votes.map(({ question, answer }) => ({ question, answer })),
    ...circumstancesOf(viewer),
    ...presenceIn(input, session),
    isLive,
    ...watchedFigures(session),
    replay: replay ? { ...presentEntries(replay), ...watchedFigures(replay) } : null,
    offers: offersSeenBy(input.offers, viewer, actions.clicks),
    intervals: { online: session?.online ?? [], tab: session?.tab ?? [] },
  };
}

/** The clicks of each person on each offer, over all of their participants. */
function clicksByPerson({ offers, personKeys }: SessionReportInput): Map<string, ActionsOfViewer['clicks']> {
  const byPerson = new Map<string, ActionsOfViewer['clicks']>();
  for (const { itemId, clicks } of offers) {
    for (const { participantId, clicks: count, firstClickedAt } of clicks) {
      const key = personKeys.get(participantId);
      if (key === undefined) continue;
      const own = byPerson.get(key) ?? new Map();
      byPerson.set(key, own);
      // They are in the order of their first clicks.
      const known = own.get(itemId);
      const first = known?.firstClickedAt ?? timestamp(new Date(firstClickedAt));
      own.set(itemId, { clicks: (known?.clicks ?? 0) + count, firstClickedAt: first });
    }
  }
  return byPerson;
}

function rowsOf(input: SessionReportInput): Promise<SessionTableRow[]> {
  const keyOf = ({ participantId }: { participantId: string | null }) =>
    input.personKeys.get(participantId ?? '');
  const counts = Map.groupBy(input.messageCounts, keyOf);
  const votes = Map.groupBy(input.votes, keyOf);
  const clicks = clicksByPerson(input);
  return mapInTurns(input.viewers, (viewer) =>
    rowOf(input, viewer, {
      messages: sumBy(counts.get(viewer.personKey) ?? [], ({ messages }) => messages),
      votes: votes.get(viewer.personKey) ?? [],
      clicks: clicks.get(viewer.personKey) ?? new Map(),
    }),
  );
}

function offersOf(offers: OfferOfSession[], rows: SessionTableRow[]): PlaybackReport['totals']['offers'] {
  const seen = Map.groupBy(
    rows.flatMap((row) => row.offers),
    ({ id }) => id,
  );
  return offers.map(({ itemId: id, title, url, atSecond, untilSecond }) => {
    const by = seen.get(id) ?? [];
    return {
      ...{ id, title, url, at: atSecond, until: untilSecond, shown: by.length },
      clicked: by.filter(({ clicks }) => clicks > 0).length,
      clicks: sumBy(by, ({ clicks }) => clicks),
    };
  });
}

const definedTimes = (all: (WatchedTimes | undefined)[]): WatchedTimes[] =>
  all.filter((times) => times !== undefined);

function totalsOf(input: SessionReportInput, rows: SessionTableRow[]): PlaybackReport['totals'] {
  const session = definedTimes(input.viewers.map(({ times }) => times.session));
  const replay = definedTimes(input.viewers.map(({ times }) => times.replay));
  return {
    people: rows.length,
    watchers: session.length,
    replayWatchers: replay.length,
    present: rows.filter(({ isPresent }) => isPresent).length,
    visits: sumBy(rows, ({ visits }) => visits),
    mostPeople: mostAtOnce(session.map(({ online }) => online)),
    onlineDuration: sumBy(rows, ({ onlineDuration }) => onlineDuration),
    watchedDuration: sumBy(rows, ({ watchedDuration }) => watchedDuration),
    curve: viewersBySecond(session),
    replayCurve: viewersBySecond(replay),
    leaving: leavingPoints(input.span, session),
    offers: offersOf(input.offers, rows),
    absent: input.absent,
  };
}

function presentReported({ reported, span }: SessionReportInput): PlaybackReport['session'] {
  const { id, eventId, playbackId, playbackName, type, isPermanent, videoDuration } = reported;
  const end = endOfSession(reported);
  return {
    ...{ id, playbackEventId: eventId, playbackId, playbackName, type, isPermanent },
    startDate: isoTimeOf(span.start),
    endDate: end ? timestamp(end) : null,
    duration: wholeSeconds(span.until - span.start),
    videoDuration,
  };
}

/** The report of a session: one row for each person. */
export async function buildSessionReport(input: SessionReportInput): Promise<SessionReportTable> {
  const participants = await rowsOf(input);
  return {
    version: 1,
    revision: input.reported.revision,
    generatedAt: timestamp(input.generatedAt),
    isFinal: input.span.isFinal,
    session: presentReported(input),
    rule: input.rule,
    totals: totalsOf(input, participants),
    participants,
  };
}
