import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { Row } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import css from './pager.module.css';

type Props = { index: number; count: number; onStep: (step: 1 | -1) => void };

export function Pager({ index, count, onStep }: Props) {
  const text = useText('stage');
  if (count < 2) return null;
  return (
    <Row
      as="nav"
      fixed
      align="center"
      justify="center"
      gap="xs"
      className={css.pager}
      aria-label={text.page({ index: index + 1, count })}
    >
      <IconButton
        icon={IconChevronLeft}
        size={44}
        className={css.step}
        disabled={index === 0}
        aria-label={text.previousPage}
        onClick={() => onStep(-1)}
      />
      <Row as="span" align="center" size="sm" tabular gap="sm" tone="stage-dim" aria-hidden>
        {count <= 9
          ? [...Array(count).keys()].map((page) => (
              <span key={page} className={css.dot} data-here={page === index || undefined} />
            ))
          : `${index + 1} / ${count}`}
      </Row>
      <IconButton
        icon={IconChevronRight}
        size={44}
        className={css.step}
        disabled={index === count - 1}
        aria-label={text.nextPage}
        onClick={() => onStep(1)}
      />
    </Row>
  );
}
