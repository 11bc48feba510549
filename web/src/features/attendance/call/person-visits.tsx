import type { ReportRow } from '../../../../../contract/operations/reports.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { exactTime } from '../../../ui/times.ts';
import { exactDurationText, isOverMidnight, timeText } from '../model/call-texts.ts';
import css from './person.module.css';

/** The times at which a person was in the call. */
export function PersonVisits({ row }: { row: ReportRow }) {
  const text = useText('callPerson');
  const reportText = useText('callReport');
  const language = useLanguage();
  const { online } = row.intervals;
  const [first, last] = [online[0], online.at(-1)];
  const hasDay =
    first !== undefined &&
    last !== undefined &&
    isOverMidnight(Date.parse(first.startedAt), Date.parse(last.endedAt));
  const timeOf = (at: string) => (
    <time dateTime={at} title={exactTime(new Date(at), language)}>
      {timeText(Date.parse(at), language, { isExact: true, hasDay })}
    </time>
  );
  return (
    <section>
      <h3 className={css.title}>{text.visits}</h3>
      <table className={css.table} aria-label={text.visits}>
        <thead>
          <tr>
            <th scope="col">{text.from}</th>
            <th scope="col">{text.to}</th>
            <th scope="col">{text.length}</th>
          </tr>
        </thead>
        <tbody>
          {online.map(({ startedAt, endedAt }, index) => (
            <tr key={startedAt}>
              <td>{timeOf(startedAt)}</td>
              <td>
                {index === online.length - 1 && row.lastExitAt === null
                  ? reportText.isThere
                  : timeOf(endedAt)}
              </td>
              <td>{exactDurationText((Date.parse(endedAt) - Date.parse(startedAt)) / 1000, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
