import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import { Row } from '../../ui/layout/layout.tsx';

type Props = {
  /** The names of the buttons, if they do not turn pages. */
  labels?: { previous: string; next: string };
  hasPrevious: boolean;
  hasNext: boolean;
  /** Called with -1 for the previous page, with 1 for the next one. */
  onTurn: (step: -1 | 1) => void;
};

/** The buttons that turn the pages of a list. */
export function PageTurn({ labels, hasPrevious, hasNext, onTurn }: Props) {
  const { previous, next } = { ...useText('list'), ...labels };
  return (
    <Row gap="sm">
      <Button
        variant="default"
        px={12}
        aria-label={previous}
        disabled={!hasPrevious}
        onClick={() => onTurn(-1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </Button>
      <Button variant="default" px={12} aria-label={next} disabled={!hasNext} onClick={() => onTurn(1)}>
        <IconChevronRight size={18} aria-hidden />
      </Button>
    </Row>
  );
}
