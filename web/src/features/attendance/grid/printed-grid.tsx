import { useLanguage, useText } from '../../../i18n/language.ts';
import { shortTimeText } from '../model/call-time.ts';
import type { Grid, GridRow } from '../model/grid.ts';
import { AttendanceCell } from './cell.tsx';
import css from './grid.module.css';
import { PersonHead, PersonSum } from './grid-table.tsx';

/** The most calls side by side on paper. */
const callsAcross = 8;

/** All rows; the calls are in as many tables as the width of the paper needs. */
export function PrintedGrid({ grid, rows }: { grid: Grid; rows: readonly GridRow[] }) {
  const text = useText('attendance');
  const language = useLanguage();
  const { calls, knownCalls } = grid;
  const parts = Array.from(
    { length: Math.ceil(calls.length / callsAcross) },
    (_, part) => part * callsAcross,
  );
  const now = new Date();
  return (
    <div>
      {parts.map((from) => {
        const shown = calls.slice(from, from + callsAcross);
        return (
          <table key={from} className={css.paper}>
            <thead>
              <tr>
                <th scope="col">{text.name}</th>
                <th scope="col">{text.attended}</th>
                {shown.map(({ id, startedAt }) => {
                  const { day, time } = shortTimeText(startedAt, language, now);
                  return (
                    <th key={id} scope="col">
                      {day} {time}
                    </th>
                  );
                })}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <PersonHead row={row} />
                  <PersonSum row={row} knownCalls={knownCalls} />
                  {shown.map(({ id }, index) => {
                    const cell = row.cells[from + index];
                    return cell && <AttendanceCell key={id} cell={cell} column={index + 3} text={text} />;
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}
