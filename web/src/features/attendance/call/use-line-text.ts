import { useLanguage, useText } from '../../../i18n/language.ts';
import type { TimeRange } from '../../../panel/report/curve-points.ts';
import { layerSeconds, layers } from '../model/bars.ts';
import { exactDurationText, isOverMidnight, timeText } from '../model/call-texts.ts';
import type { Attendee } from '../model/person-rows.ts';

/** A longer text would be tiring to hear; the details of the person list every visit. */
const mostVisits = 3;

/** The text of a presence line, such as "online 14:00–14:46, camera 21 min". */
export function useLineText({ row }: Attendee, { start, end }: TimeRange): string {
  const text = useText('callReport');
  const language = useLanguage();
  if (!row) return '';
  const hasDay = isOverMidnight(start, end);
  const timeOf = (at: string): string => timeText(Date.parse(at), language, { hasDay });
  const { online } = row.intervals;
  const visits = online
    .slice(0, mostVisits)
    .map(({ startedAt, endedAt }) => `${timeOf(startedAt)}–${timeOf(endedAt)}`);
  const used = layerSeconds(row);
  return [
    text.lineOnline(visits.join(', ')),
    ...(online.length > mostVisits ? [text.lineMore(online.length - mostVisits)] : []),
    ...layers
      .filter((layer) => used[layer] > 0)
      .map((layer) =>
        text.lineLayer({ layer: text[layer].toLowerCase(), time: exactDurationText(used[layer], language) }),
      ),
  ].join(', ');
}
