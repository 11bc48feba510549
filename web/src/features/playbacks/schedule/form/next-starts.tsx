import { IconClock } from '@tabler/icons-react';
import { dateFormat } from '../../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { fullDurationText, ownTimeZone } from '../../../../ui/times.ts';
import { type PreviewedStart, type PreviewRow, previewRows, showSameTimes } from '../model/preview.ts';
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
  if (!starts) return <p className={css.note}>{ui.loading}</p>;
  const none = form.values.frequency === 'oneTime' ? formText.past : text.none;
  if (starts.length === 0) return <p className={css.note}>{none}</p>;
  return <StartsTable starts={starts} timezone={schedule.timezone ?? ''} />;
}

function StartsTable({ starts, timezone }: { starts: PreviewedStart[]; timezone: string }) {
  const text = useText('schedulePreview');
  const own = ownTimeZone();
  const rows = previewRows(starts, own);
  const isSame = showSameTimes(rows);
  return (
    <>
      <table className={css.table}>
        <caption className={css.caption}>{text.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{timezone.replaceAll('_', ' ')}</th>
            {!isSame && (
              <th scope="col">
                {text.yours}
                <span className={css.zone}>{own.replaceAll('_', ' ')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StartRow key={row.at.toISOString()} row={row} hasOwn={!isSame} />
          ))}
        </tbody>
      </table>
      {isSame && timezone !== own && <p className={css.note}>{text.both}</p>}
    </>
  );
}

const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
const clock = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const;

function StartRow({ row: { at, clocks, changes }, hasOwn }: { row: PreviewRow; hasOwn: boolean }) {
  const language = useLanguage();
  const cell = (column: 0 | 1) => (
    <td>
      <ClockChange by={changes[column]} />
      <time dateTime={at.toISOString()} className={css.start}>
        <span>{dateFormat(language, day).format(clocks[column])}</span>{' '}
        <span className={css.clock}>{dateFormat(language, clock).format(clocks[column])}</span>
      </time>
    </td>
  );
  return (
    <tr>
      {cell(0)}
      {hasOwn && cell(1)}
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
