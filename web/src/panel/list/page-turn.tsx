import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import css from './page-turn.module.css';

type Props = {
  hasPrevious: boolean;
  hasNext: boolean;
  /** Called with -1 for the previous page, with 1 for the next one. */
  onTurn: (step: -1 | 1) => void;
};

/** The buttons that turn the pages of a list. */
export function PageTurn({ hasPrevious, hasNext, onTurn }: Props) {
  const text = useText('list');
  return (
    <div className={css.turn}>
      <Button
        variant="default"
        px={12}
        aria-label={text.previous}
        disabled={!hasPrevious}
        onClick={() => onTurn(-1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </Button>
      <Button variant="default" px={12} aria-label={text.next} disabled={!hasNext} onClick={() => onTurn(1)}>
        <IconChevronRight size={18} aria-hidden />
      </Button>
    </div>
  );
}
