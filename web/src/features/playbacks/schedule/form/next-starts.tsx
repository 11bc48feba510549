import { IconClock } from '@tabler/icons-react';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { serverClock } from '../../../../kit/server-clock.ts';
import { dateFormat } from '../../../../ui/date-format.ts';
import { fullDurationText, ownTimeZone } from '../../../../ui/times.ts';
import { type PreviewRow, previewRows, showSameTimes } from '../model/preview.ts';
import { isKnownZone } from '../model/zone-time.ts';
import css from './next-starts.module.css';
import type { EventFields } from './use-event-fields.ts';

/** The next starts of the schedule, in the event's time zone and in the reader's. */
export function NextStarts({ fields }: { fields: EventFields }) {
  const text = useText('schedulePreview');
  return (
    <section className={css.preview} aria-labelledby="next-starts">
      <h3 id="next-starts" className={css.title}>
        {text.title}
      </h3>
      <div aria-live="polite" aria-busy={fields.preview.isBehind} data-behind={fields.preview.isBehind}>
        <Content fields={fields} />
      </div>
    </section>
  );
}

function Content({ fields: { form, preview, schedule } }: { fields: EventFields }) {
  const text = useText('schedulePreview');
  const formText = useText('scheduleForm');
  const ui = useText('ui');
  const { starts, problem, reload } = preview;
  if (form.values.frequency === 'permanent') return <p className={css.note}>{text.always}</p>;
  if (!schedule) return <p className={css.note}>{text.incomplete}</p>;
  if (problem?.code === 'validation_failed') return <p className={css.note}>{text.faulty}</p>;
  if (problem) {
    return (
      <p className={css.note}>
        {ui.failed}{' '}
        <button type="button" className={css.again} onClick={reload}>
          {ui.again}
        </button>
      </p>
    );
  }
  const { startDate, recurrence, timezone } = schedule;
  const isPast = recurrence === null && startDate !== null && Date.parse(startDate) <= serverClock.now();
  if (isPast) return <p className={css.note}>{formText.past}</p>;
  if (!starts) return <p className={css.note}>{ui.loading}</p>;
  if (starts.length === 0) return <p className={css.note}>{text.none}</p>;
  return <StartsTable starts={starts} timezone={timezone} />;
}

function StartsTable({ starts, timezone }: { starts: string[]; timezone: string }) {
  const text = useText('schedulePreview');
  const zone = isKnownZone(timezone) ? timezone : 'UTC';
  const own = ownTimeZone();
  const isSame = showSameTimes(
    zone,
    own,
    starts.map((start) => new Date(start)),
  );
  const zones = isSame ? [zone] : [zone, own];
  return (
    <>
      <table className={css.table}>
        <caption className={css.caption}>{text.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{zone.replaceAll('_', ' ')}</th>
            {!isSame && (
              <th scope="col">
                {text.yours}
                <span className={css.zone}>{own.replaceAll('_', ' ')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {previewRows(starts, zones).map((row) => (
            <StartRow key={row.at.toISOString()} row={row} zones={zones} />
          ))}
        </tbody>
      </table>
      {isSame && zone !== own && <p className={css.note}>{text.both}</p>}
    </>
  );
}

function StartRow({ row: { at, changes }, zones }: { row: PreviewRow; zones: string[] }) {
  const language = useLanguage();
  return (
    <tr>
      {zones.map((timeZone, index) => (
        <td key={timeZone}>
          <ClockChange by={changes[index] ?? 0} />
          <time dateTime={at.toISOString()} className={css.start}>
            <span>
              {dateFormat(language, {
                ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone },
              }).format(at)}
            </span>{' '}
            <span className={css.clock}>
              {dateFormat(language, { hour: 'numeric', minute: '2-digit', timeZone }).format(at)}
            </span>
          </time>
        </td>
      ))}
    </tr>
  );
}

/** Marks the first start after a change of the clocks. */
function ClockChange({ by }: { by: number }) {
  const text = useText('schedulePreview');
  const language = useLanguage();
  if (by === 0) return null;
  const length = fullDurationText(Math.abs(by) / 1_000, language);
  return (
    <span className={css.change}>
      <IconClock size={14} aria-hidden />
      {by > 0 ? text.forward(length) : text.back(length)}
    </span>
  );
}
