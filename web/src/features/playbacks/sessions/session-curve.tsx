import { SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { PlaybackReport } from '../../../../../contract/operations/playback-report.ts';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { Curve } from '../../../panel/report/curve.tsx';
import { peopleAt } from '../../../panel/report/curve-points.ts';
import { ReportPart } from '../../../panel/report/report-part.tsx';
import { Card, Stack, Text } from '../../../ui/layout/layout.tsx';
import { Folded, PlainTable } from '../../../ui/parts/plain-table.tsx';
import { clockText } from '../../../ui/times.ts';
import { usePrinting } from '../../../ui/use-printing.ts';
import { chartPoints, partsOfVideo, type VideoPart, videoSeconds, videoTicks } from './model/session-view.ts';
import css from './sessions.module.css';

/** Beside the plot: the figures of its axis, and half of the last time. */
const margins = { left: 40, right: 28 };
/** A page of paper in pixels, without its margins. */
const paperWidth = 660;
/** The marks of people who left, and the rows of the table. */
const mostParts = { marks: 60, rows: 30 };

/** The number of viewers by second of the video, and where they left. */
export function SessionCurve({ report }: { report: PlaybackReport }) {
  const text = useText('sessionReport');
  const isPrinting = usePrinting();
  const { ref, width } = useElementSize();
  const { totals } = report;
  const hasReplay = totals.replayCurve.length > 0;
  const [what, setWhat] = useState<'session' | 'replay'>('session');
  const isReplay = what === 'replay' && hasReplay;
  const seconds = videoSeconds(report);
  const curve = isReplay ? totals.replayCurve : totals.curve;
  const points = useMemo(() => chartPoints(curve, seconds), [curve, seconds]);
  const leaving = isReplay ? [] : totals.leaving;
  const range = useMemo(() => ({ start: 0, end: seconds * 1000 }), [seconds]);
  const shownWidth = isPrinting ? paperWidth : width;
  const ticks = videoTicks(seconds, Math.max(2, Math.floor(shownWidth / 90)));
  const [at, setAt] = useState<number>();
  const labelOf = (moment: number): string => clockText(moment / 1000);
  const valueTextOf = (moment: number): string =>
    text.curveAt({ time: labelOf(moment), people: peopleAt(points, moment) });
  return (
    <ReportPart
      id="session-curve"
      title={text.curve}
      beside={
        <>
          <Text size="sm" dim tabular aria-hidden>
            {at !== undefined && valueTextOf(at)}
          </Text>
          {hasReplay && (
            <SegmentedControl
              aria-label={text.what}
              value={what}
              onChange={(value) => setWhat(value === 'replay' ? 'replay' : 'session')}
              data={[
                { value: 'session', label: text.session },
                { value: 'replay', label: text.replay },
              ]}
            />
          )}
        </>
      }
    >
      <Card>
        <div className={css.chart} ref={ref}>
          <Curve
            key={what}
            points={points}
            range={range}
            ticks={ticks}
            width={shownWidth}
            margins={margins}
            at={at}
            onAt={setAt}
            label={text.curve}
            hint={text.curveHint}
            labelOf={labelOf}
            valueTextOf={valueTextOf}
            isPrinting={isPrinting}
          />
          {!isReplay && (
            <LeavingMarks parts={partsOfVideo(points, leaving, { seconds, most: mostParts.marks })} />
          )}
        </div>
        <Folded title={text.asTable} p="xs lg md">
          <PartsTable parts={partsOfVideo(points, leaving, { seconds, most: mostParts.rows })} />
        </Folded>
      </Card>
    </ReportPart>
  );
}

/** A mark below the curve for each part of the video in which people left. The table says the same in words. */
function LeavingMarks({ parts }: { parts: VideoPart[] }) {
  const text = useText('sessionReport');
  const most = Math.max(0, ...parts.map(({ left }) => left));
  const end = parts.at(-1)?.to ?? 1;
  return (
    <Stack gap="sm" dir="ltr" style={{ paddingInline: `${margins.left}px ${margins.right}px` }}>
      <Text size="sm" dim tabular>
        {text.leaving}. {most === 0 ? text.stayed : text.leavingHint}
      </Text>
      {most > 0 && (
        <svg className={css.marks} viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden>
          {parts.map(({ from, to, left }) => (
            <rect
              key={from}
              x={(from / end) * 100}
              width={Math.max(0.2, ((to - from) / end) * 100 - 0.3)}
              y={32 - (left / most) * 32}
              height={(left / most) * 32}
            />
          ))}
        </svg>
      )}
    </Stack>
  );
}

function PartsTable({ parts }: { parts: VideoPart[] }) {
  const text = useText('sessionReport');
  const language = useLanguage();
  return (
    <PlainTable
      label={text.curve}
      heads={[text.from, text.to, text.viewersAtStart, text.left]}
      rows={parts.map(({ from, to, people, left }) => ({
        key: from,
        cells: [clockText(from), clockText(to), ...[people, left].map(numberFormat(language).format)],
      }))}
    />
  );
}
