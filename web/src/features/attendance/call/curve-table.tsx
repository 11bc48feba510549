import { useMemo, useState } from 'react';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { type CurvePoint, sampleCurve, type TimeRange } from '../../../panel/report/curve-points.ts';
import { isOverMidnight, timeText } from '../model/call-texts.ts';
import css from './call.module.css';

/** A table that nobody scrolls for long: five minutes of a call of two hours. */
const mostRows = 30;

type Props = { points: readonly CurvePoint[]; range: TimeRange };

/** The curve as a table, for people who cannot see it. */
export function CurveTable({ points, range }: Props) {
  const text = useText('callReport');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css.behind} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.curveTable}</summary>
      {isOpen && <Samples points={points} range={range} />}
    </details>
  );
}

function Samples({ points, range }: Props) {
  const text = useText('callReport');
  const language = useLanguage();
  const samples = useMemo(() => sampleCurve(points, range, mostRows), [points, range]);
  const hasDay = isOverMidnight(range.start, range.end);
  const timeOf = (at: number): string => timeText(at, language, { isExact: at % 60_000 !== 0, hasDay });
  return (
    <table className={css.plainTable} aria-label={text.curve}>
      <thead>
        <tr>
          <th scope="col">{text.from}</th>
          <th scope="col">{text.to}</th>
          <th scope="col">{text.fewest}</th>
          <th scope="col">{text.most}</th>
        </tr>
      </thead>
      <tbody>
        {samples.map(({ from, to, fewest, most }) => (
          <tr key={from}>
            <td>{timeOf(from)}</td>
            <td>{timeOf(to)}</td>
            <td>{numberFormat(language).format(fewest)}</td>
            <td>{numberFormat(language).format(most)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
