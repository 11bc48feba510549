import { clockText } from '../formats/clock-text.ts';
import { type Column, commonFigures, millisecondsOfIso, plainColumn } from '../formats/columns.ts';
import { absentFacts, type Fact, factsOfReport, personColumns } from '../formats/sheets.ts';
import { type Sheet, sheetOf } from '../formats/workbook.ts';
import type { SessionReportTable, SessionRowHead } from './report.ts';

type Watched = SessionRowHead['watched'];

const stretches = (watched: Watched | undefined): string | null =>
  (watched ?? []).map(({ from, to }) => `${clockText(from)}–${clockText(to)}`).join(', ') || null;

const plain = plainColumn<SessionRowHead>;

/** The figures of a person of a session. */
export const figuresOfSession: Column<SessionRowHead>[] = [
  plain('isLive', 'Live', 'flag'),
  ...commonFigures.online,
  plain('watchedDuration', 'Watched', 'duration'),
  plain('watchedShare', 'Share of the video', 'percent'),
  { name: 'watched', header: 'Watched parts', kind: 'text', value: ({ watched }) => stretches(watched) },
  { name: 'replayVisits', header: 'Replays', kind: 'number', value: ({ replay }) => replay?.visits ?? 0 },
  {
    name: 'replayWatchedDuration',
    header: 'Watched in replay',
    kind: 'duration',
    value: ({ replay }) => replay?.watchedDuration ?? 0,
  },
  {
    name: 'replayWatchedShare',
    header: 'Share of the video in replay',
    kind: 'percent',
    value: ({ replay }) => replay?.watchedShare ?? 0,
  },
  {
    name: 'replayWatched',
    header: 'Watched parts in replay',
    kind: 'text',
    value: ({ replay }) => stretches(replay?.watched),
  },
  { name: 'offersShown', header: 'Offers seen', kind: 'number', value: ({ offers }) => offers.length },
  {
    name: 'offersClicked',
    header: 'Offers clicked',
    kind: 'text',
    value: ({ offers }) =>
      offers
        .filter(({ clicks }) => clicks > 0)
        .map(({ title }) => title)
        .join('\n') || null,
  },
  commonFigures.chatMessages,
  commonFigures.pollAnswers,
];

/** The facts of a session in the sheet Summary. */
export function factsOfSession(report: SessionReportTable, zone: string): Fact[] {
  const { session, totals } = report;
  return [
    ['Webinar', session.playbackName],
    ['Webinar ID', session.playbackId],
    ['Event ID', session.playbackEventId],
    ['Session ID', session.id],
    ['Permanent', session.isPermanent, 'flag'],
    ['Time zone', zone],
    [`Started (${zone})`, millisecondsOfIso(session.startDate), 'date'],
    [`Finished (${zone})`, millisecondsOfIso(session.endDate), 'date'],
    ['Duration', session.duration, 'duration'],
    ['Video', session.videoDuration, 'duration'],
    ...factsOfReport(report, zone, 'session'),
    ['People', totals.people, 'number'],
    ['Watched the session', totals.watchers, 'number'],
    ['Watched the replay', totals.replayWatchers, 'number'],
    ['Present', totals.present, 'number'],
    ['Visits', totals.visits, 'number'],
    ['Most people at once', totals.mostPeople, 'number'],
    ['Online, all people', totals.onlineDuration, 'duration'],
    ['Watched, all people', totals.watchedDuration, 'duration'],
    ...absentFacts(totals.absent),
  ];
}

interface Stretch {
  row: SessionRowHead;
  isReplay: boolean;
  from: number;
  to: number;
}

function* stretchesOf({ participants }: SessionReportTable): Generator<Stretch> {
  for (const row of participants) {
    for (const { from, to } of row.watched) yield { row, isReplay: false, from, to };
    for (const { from, to } of row.replay?.watched ?? []) yield { row, isReplay: true, from, to };
  }
}

function watchedSheet(report: SessionReportTable): Sheet {
  const columns: Column<Stretch>[] = [
    ...personColumns<Stretch>(({ row }) => row),
    { name: 'isReplay', header: 'Replay', kind: 'flag', value: ({ isReplay }) => isReplay },
    { name: 'from', header: 'From (video)', kind: 'duration', value: ({ from }) => from },
    { name: 'to', header: 'To (video)', kind: 'duration', value: ({ to }) => to },
    { name: 'duration', header: 'Duration', kind: 'duration', value: ({ from, to }) => to - from },
  ];
  const length = report.participants.reduce(
    (sum, { watched, replay }) => sum + watched.length + (replay?.watched.length ?? 0),
    0,
  );
  // There are many of them, so they are made while they are written.
  return sheetOf('Watched', columns, { length, [Symbol.iterator]: () => stretchesOf(report) });
}

interface CurveRow {
  second: number;
  what: string;
  people: number;
}

function curveSheet({ totals: { curve, replayCurve, leaving } }: SessionReportTable): Sheet {
  const rowsOf = (points: { second: number; people: number }[], what: string): CurveRow[] =>
    points.map((point) => ({ ...point, what }));
  const rows = [
    ...rowsOf(curve, 'Watching the session from here on'),
    ...rowsOf(replayCurve, 'Watching the replay from here on'),
    ...rowsOf(leaving, 'Left the session here'),
  ];
  const columns: Column<CurveRow>[] = [
    { name: 'second', header: 'Second of the video', kind: 'duration', value: ({ second }) => second },
    { name: 'what', header: 'What', kind: 'text', value: ({ what }) => what },
    { name: 'people', header: 'People', kind: 'number', value: ({ people }) => people },
  ];
  return sheetOf('Curve', columns, rows);
}

function offersSheet({ participants, totals }: SessionReportTable, zone: string): Sheet {
  const urls = new Map(totals.offers.map(({ id, url }) => [id, url]));
  const seen = participants.flatMap((row) => row.offers.map((offer) => ({ row, offer })));
  type Seen = (typeof seen)[number];
  const columns: Column<Seen>[] = [
    { name: 'title', header: 'Offer', kind: 'text', value: ({ offer }) => offer.title },
    { name: 'url', header: 'URL', kind: 'text', value: ({ offer }) => urls.get(offer.id) ?? null },
    ...personColumns<Seen>(({ row }) => row),
    { name: 'clicks', header: 'Clicks', kind: 'number', value: ({ offer }) => offer.clicks },
    {
      name: 'firstClickedAt',
      header: `First click (${zone})`,
      kind: 'date',
      value: ({ offer }) => millisecondsOfIso(offer.firstClickedAt),
    },
  ];
  return sheetOf('Offers', columns, seen);
}

/** The sheets that only the reports of sessions have. */
export const sheetsOfSession = (report: SessionReportTable, zone: string): Sheet[] => [
  watchedSheet(report),
  curveSheet(report),
  offersSheet(report, zone),
];
