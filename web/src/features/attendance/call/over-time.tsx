import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, useMemo, useRef, useState } from 'react';
import type { ReportRow } from '../../../../../contract/operations/reports.ts';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { readStored, writeStored } from '../../../kit/storage.ts';
import { Curve } from '../../../panel/report/curve.tsx';
import { peopleAt, type TimeRange, ticksOf } from '../../../panel/report/curve-points.ts';
import { ReportPart } from '../../../panel/report/report-part.tsx';
import { Card, Text } from '../../../ui/layout/layout.tsx';
import { screens } from '../../../ui/theme/screens.ts';
import { type Layer, readLayers } from '../model/bars.ts';
import { isOverMidnight, timeText } from '../model/call-texts.ts';
import { curveOf } from '../model/curve.ts';
import type { Attendee } from '../model/person-rows.ts';
import css from './call.module.css';
import { CurveTable } from './curve-table.tsx';
import { LayerChoice } from './layer-choice.tsx';
import { PresenceLines } from './presence-lines.tsx';

const storageKey = 'lectern.call-layers';

/** Beside the plot and the lines: names and figures, and half of the last time. */
const wideMargins = { left: 176, right: 32 };
/** A phone shows the names above the lines. */
const compactMargins = { left: 40, right: 28 };
/** A page of paper in pixels, without its margins. */
const paperWidth = 660;

type Props = {
  people: readonly ReportRow[];
  range: TimeRange;
  /** The people found by the filters, in the order of the table. */
  shown: readonly Attendee[];
  total: number;
  isPrinting: boolean;
  onOpen: (key: string) => void;
};

/** The curve of people and below it, on the same time axis, a line for each person. */
export function OverTime({ people, range, shown, total, isPrinting, onOpen }: Props) {
  const text = useText('callReport');
  const language = useLanguage();
  const [layers, setLayers] = useState(() => readLayers(readStored(storageKey) ?? null));
  const { ref, width } = useElementSize();
  const isCompact = useMediaQuery(screens.compact, false, { getInitialValueInEffect: false });
  const margins = isCompact || isPrinting ? compactMargins : wideMargins;
  const box = useRef<HTMLElement>(null);
  const points = useMemo(() => curveOf(people, range), [people, range]);
  const plotWidth = width - margins.left - margins.right;
  const ticks = useMemo(() => ticksOf(range, Math.max(2, Math.floor(plotWidth / 90))), [range, plotWidth]);
  const hasDay = isOverMidnight(range.start, range.end);
  const [at, setAt] = useState<number>();
  const choose = (next: readonly Layer[]): void => {
    setLayers(next);
    writeStored(storageKey, next.join(','));
  };
  /** Marks the moment on the presence lines without rendering them again. */
  const mark = (moment: number | undefined): void => {
    setAt(moment);
    const share = moment === undefined ? -1 : (moment - range.start) / Math.max(1, range.end - range.start);
    box.current?.style.setProperty('--cursor', `${share * 100}%`);
  };
  const timeOf = (moment: number): string => timeText(moment, language, { isExact: true, hasDay });
  return (
    <ReportPart
      ref={box}
      id="over-time"
      title={text.overTime}
      beside={
        <Text size="md" dim tabular aria-hidden>
          {at !== undefined && text.curveAt({ time: timeOf(at), people: peopleAt(points, at) })}
        </Text>
      }
      mt="xl"
      style={{ '--start': `${margins.left}px`, '--end': `${margins.right}px` } as CSSProperties}
    >
      <Card>
        <div className={css.chart}>
          <div ref={ref}>
            <Curve
              points={points}
              range={range}
              ticks={ticks}
              width={isPrinting ? paperWidth : width}
              margins={margins}
              at={at}
              onAt={mark}
              label={text.curve}
              hint={text.curveHint}
              labelOf={(moment) => timeText(moment, language, { isExact: moment % 60_000 !== 0 })}
              valueTextOf={(moment) =>
                text.curveAt({ time: timeOf(moment), people: peopleAt(points, moment) })
              }
              isPrinting={isPrinting}
            />
          </div>
        </div>
        <CurveTable points={points} range={range} />
        {shown.some(({ row }) => row) && (
          <Text as="div" p="md 0 sm" rule="top" hide="print">
            <LayerChoice layers={layers} onChange={choose} />
            <Text mt="sm" mb="sm" size="sm" dim p="0 lg">
              {shown.length < total
                ? text.linesFound({
                    shown: numberFormat(language).format(shown.length),
                    total: numberFormat(language).format(total),
                  })
                : text.linesHint}
            </Text>
            <PresenceLines
              key={isCompact ? 'compact' : 'wide'}
              shown={shown}
              range={range}
              ticks={ticks}
              layers={layers}
              isCompact={isCompact}
              onOpen={onOpen}
            />
          </Text>
        )}
      </Card>
    </ReportPart>
  );
}
