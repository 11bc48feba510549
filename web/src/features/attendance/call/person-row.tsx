import { memo } from 'react';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { Status, type Tone } from '../../../ui/parts/status.tsx';
import { clockText, clockValue, exactTime } from '../../../ui/times.ts';
import { exactDurationText, shareText, timeText } from '../model/call-texts.ts';
import { type Column, kindOf, sortValueOf } from '../model/columns.ts';
import { type Attendee, isDelay, type Presence } from '../model/person-rows.ts';
import { useNameOf } from './person-name.ts';
import css from './table.module.css';
import { useReason } from './use-reason.ts';

type Props = {
  attendee: Attendee;
  /** The number of the row in the whole table. */
  index: number;
  columns: readonly Column[];
  /** The call is on more than one day, so times have their day. */
  hasDay: boolean;
  /** The length of the call in seconds. */
  length: number;
  onOpen: (key: string) => void;
};

export const PersonRow = memo(function PersonRow({ attendee, index, columns, ...rest }: Props) {
  const { hasDay, length, onOpen } = rest;
  const text = useText('callReport');
  const name = useNameOf(attendee);
  const reason = useReason(attendee, length);
  return (
    <tr className={css.row} aria-rowindex={index} data-missing={!attendee.row || undefined}>
      {columns.map((column) =>
        column === 'name' ? (
          <th key={column} scope="row" className={css.name}>
            <Stack
              as="button"
              align="start"
              justify="center"
              p="0 lg"
              pe="sm"
              full
              leading={1.35}
              className={css.open}
              title={text.details(name)}
              onClick={() => onOpen(attendee.key)}
            >
              <bdi data-erased={attendee.isErased || undefined}>{name}</bdi>
              {attendee.externalUserId && (
                <Text as="span" size="xs" weight={400} dim>
                  {attendee.externalUserId}
                </Text>
              )}
              {attendee.isNameShared && !attendee.externalUserId && (
                <Text as="span" size="xs" weight={400} dim title={text.sameNameAbout}>
                  {text.sameName}
                </Text>
              )}
            </Stack>
          </th>
        ) : (
          <td key={column} className={css.cell}>
            <Cell attendee={attendee} column={column} hasDay={hasDay} reason={reason} />
          </td>
        ),
      )}
    </tr>
  );
});

const tones: Record<Presence, Tone> = { present: 'good', brief: 'warning', missing: 'bad' };

/** Whether the person counts as present. */
export function PresenceStatus({
  presence,
  isSoFar,
  isApart,
}: Pick<Attendee, 'presence' | 'isSoFar' | 'isApart'>) {
  const text = useText('callReport');
  if (isApart) return <Status tone="quiet">{text.isModerator}</Status>;
  const names = isSoFar
    ? { present: text.isPresent, brief: text.isBriefSoFar, missing: text.isMissingSoFar }
    : { present: text.isPresent, brief: text.isBrief, missing: text.isMissing };
  return <Status tone={tones[presence]}>{names[presence]}</Status>;
}

type CellProps = { attendee: Attendee; column: Column; hasDay: boolean; reason: string };

function Cell({ attendee, column, hasDay, reason }: CellProps) {
  const text = useText('callReport');
  const language = useLanguage();
  if (column === 'reason') return <span title={reason}>{reason}</span>;
  if (column === 'presence') {
    return (
      <span title={reason}>
        <PresenceStatus {...attendee} />
      </span>
    );
  }
  if (column === 'lastExit' && attendee.row?.lastExitAt === null) return text.isThere;
  const kind = kindOf(column);
  const value = sortValueOf(attendee, column);
  if (value === undefined || (kind === 'delay' && !isDelay(Number(value)))) return <Nothing />;
  if (kind === 'text') return <bdi title={String(value)}>{value}</bdi>;
  if (kind === 'time') {
    const at = String(value);
    return (
      <time dateTime={at} title={exactTime(new Date(at), language)}>
        {timeText(Date.parse(at), language, { hasDay })}
      </time>
    );
  }
  const figure = Number(value);
  if (kind === 'share') return shareText(figure, language);
  if (kind === 'count') return figure === 0 ? <Nothing /> : numberFormat(language).format(figure);
  if (figure === 0) return <Nothing />;
  return (
    <time dateTime={clockValue(figure)} title={exactDurationText(figure, language)}>
      {clockText(figure)}
    </time>
  );
}

const Nothing = () => (
  <Text as="span" dim>
    –
  </Text>
);
