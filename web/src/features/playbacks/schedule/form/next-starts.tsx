import { VisuallyHidden } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { clock, dateFormat } from '../../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { ownTimeZone } from '../../../../kit/time-zone.ts';
import { Quiet } from '../../../../panel/quiet.tsx';
import { Row, Text } from '../../../../ui/layout/layout.tsx';
import table from '../../../../ui/parts/plain-table.module.css';
import { fullDurationText } from '../../../../ui/times.ts';
import { type PreviewedStart, type PreviewRow, previewRows, showSameTimes } from '../model/preview.ts';
import css from './next-starts.module.css';
import type { EventFields } from './use-event-fields.ts';

/** The next starts of the schedule, in the event's time zone and in the reader's. */
export function NextStarts({ fields }: { fields: EventFields }) {
  const text = useText('schedulePreview');
  return (
    <section className={css.preview} aria-labelledby="next-starts">
      <Text as="h3" id="next-starts" size="md" weight={600} mb="sm">
        {text.title}
      </Text>
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
  const { frequency } = form.values;
  if (frequency === 'permanent') return <Quiet>{text.always}</Quiet>;
  if (!schedule) return <Quiet>{text.incomplete}</Quiet>;
  if (problem?.code === 'validation_failed') return <Quiet>{text.faulty}</Quiet>;
  if (problem) {
    return (
      <Quiet>
        {ui.failed}{' '}
        <Text as="button" underline="always" tone="accent" onClick={reload}>
          {ui.again}
        </Text>
      </Quiet>
    );
  }
  if (!starts) return <Quiet>{ui.loading}</Quiet>;
  if (starts.length === 0) return <Quiet>{frequency === 'oneTime' ? formText.past : text.none}</Quiet>;
  return <StartsTable starts={starts} timezone={schedule.timezone ?? ''} />;
}

function StartsTable({ starts, timezone }: { starts: PreviewedStart[]; timezone: string }) {
  const text = useText('schedulePreview');
  const own = ownTimeZone();
  const rows = previewRows(starts, own);
  const isSame = showSameTimes(rows);
  return (
    <>
      <Text as="table" size="sm" full tabular className={table.table}>
        <VisuallyHidden component="caption">{text.caption}</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">{timezone.replaceAll('_', ' ')}</th>
            {!isSame && (
              <th scope="col">
                {text.yours}
                <Text weight={400}>{own.replaceAll('_', ' ')}</Text>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StartRow key={row.at.toISOString()} row={row} hasOwn={!isSame} />
          ))}
        </tbody>
      </Text>
      {isSame && timezone !== own && <Quiet>{text.both}</Quiet>}
    </>
  );
}

const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
const utcClock = { ...clock, timeZone: 'UTC' } as const;

function StartRow({ row: { at, clocks, changes }, hasOwn }: { row: PreviewRow; hasOwn: boolean }) {
  const language = useLanguage();
  const cell = (column: 0 | 1) => (
    <td>
      <ClockChange by={changes[column]} />
      <Row as="time" dateTime={at.toISOString()} gap="0 sm" wrap>
        <span>{dateFormat(language, day).format(clocks[column])}</span>{' '}
        <Text as="span" weight={600}>
          {dateFormat(language, utcClock).format(clocks[column])}
        </Text>
      </Row>
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
    <Row
      as="span"
      p="0 sm"
      radius="sm"
      ground="warning-soft"
      inline
      gap="xs"
      align="start"
      mb="xs"
      size="xs"
      tone="warning"
    >
      <IconClock size={14} aria-hidden />
      {by > 0 ? text.forward(length) : text.back(length)}
    </Row>
  );
}
