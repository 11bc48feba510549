import { memo } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Texts } from '../../../i18n/texts.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import type { Attended, GridCell } from '../model/grid.ts';
import css from './grid.module.css';
import { signs } from './signs.tsx';

/** The strength of a shade, 1 to 3. */
const shadeOf = (percent: number): number => (percent >= 95 ? 3 : percent >= 75 ? 2 : 1);

/** `text` is passed down: subscribing each of hundreds of cells to the language makes scrolling slow. */
type Props = { cell: GridCell; column: number; text: Texts['attendance'] };

/** Whether a person attended one call, and for which share of it. */
export const AttendanceCell = memo(function AttendanceCell({ cell, column, text }: Props) {
  const { state, percent } = cell;
  const hasShare = state === 'present' || state === 'partly';
  return (
    <td aria-colindex={column}>
      <span
        className={css.cell}
        data-state={state}
        data-shade={state === 'present' ? shadeOf(percent) : undefined}
      >
        {signs[state]}
        <Text as="span" unseen>
          {text[state]}
        </Text>
        {hasShare && ` ${text.percent(percent)}`}
      </span>
    </td>
  );
});

const states: Attended[] = ['present', 'partly', 'missing', 'unknown'];

/** Explains the signs; that of deleted people only where the grid has it. */
export function Legend({ hasUnknown }: { hasUnknown: boolean }) {
  const text = useText('attendance');
  return (
    <Row as="ul" wrap mb="md" size="sm" dim gap="sm lg" aria-label={text.legend}>
      {states
        .filter((state) => state !== 'unknown' || hasUnknown)
        .map((state) => (
          <Row key={state} as="li" gap="sm" align="center" title={text.hints[state]}>
            <span
              className={css.cell}
              data-small
              data-state={state}
              data-shade={state === 'present' ? 3 : undefined}
            >
              {signs[state]}
            </span>
            {text[state]}
          </Row>
        ))}
    </Row>
  );
}
