import type { ReportRow } from '../../../../../contract/operations/reports.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { Text } from '../../../ui/layout/layout.tsx';
import { PlainTable } from '../../../ui/parts/plain-table.tsx';
import { exactTime } from '../../../ui/times.ts';
import { exactDurationText, isOverMidnight, timeText } from '../model/call-texts.ts';

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
      <Text as="h3" mb="sm" size="md" weight={600}>
        {text.visits}
      </Text>
      <PlainTable
        label={text.visits}
        heads={[text.from, text.to, text.length]}
        rows={online.map(({ startedAt, endedAt }, index) => ({
          key: startedAt,
          cells: [
            timeOf(startedAt),
            index === online.length - 1 && row.lastExitAt === null ? reportText.isThere : timeOf(endedAt),
            exactDurationText((Date.parse(endedAt) - Date.parse(startedAt)) / 1000, language),
          ],
        }))}
      />
    </section>
  );
}
