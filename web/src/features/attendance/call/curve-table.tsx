import { useMemo } from 'react';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { type CurvePoint, sampleCurve, type TimeRange } from '../../../panel/report/curve-points.ts';
import { Folded, PlainTable } from '../../../ui/parts/plain-table.tsx';
import { isOverMidnight, timeText } from '../model/call-texts.ts';

/** A table that nobody scrolls for long: five minutes of a call of two hours. */
const mostRows = 30;

type Props = { points: readonly CurvePoint[]; range: TimeRange };

/** The curve as a table, for people who cannot see it. */
export function CurveTable({ points, range }: Props) {
  const text = useText('callReport');
  return (
    <Folded title={text.curveTable} p="xs lg md">
      <Samples points={points} range={range} />
    </Folded>
  );
}

function Samples({ points, range }: Props) {
  const text = useText('callReport');
  const language = useLanguage();
  const samples = useMemo(() => sampleCurve(points, range, mostRows), [points, range]);
  const hasDay = isOverMidnight(range.start, range.end);
  const timeOf = (at: number): string => timeText(at, language, { isExact: at % 60_000 !== 0, hasDay });
  return (
    <PlainTable
      label={text.curve}
      heads={[text.from, text.to, text.fewest, text.most]}
      rows={samples.map(({ from, to, fewest, most }) => ({
        key: from,
        cells: [timeOf(from), timeOf(to), ...[fewest, most].map(numberFormat(language).format)],
      }))}
    />
  );
}
