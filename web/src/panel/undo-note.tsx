import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Row, Text } from '../ui/layout/layout.tsx';
import css from './undo-note.module.css';

type Props = {
  /** Says what was done. */
  children: string;
  undo: string;
  isBusy?: boolean;
  /** True if the button that had the focus is gone: the focus comes here. */
  isFocused?: boolean;
  /** Without a frame, between framed fields. */
  isSoft?: boolean;
  onUndo: () => void;
};

/** Says what was done last, with a button that undoes it. */
export function UndoNote({
  children,
  undo,
  isBusy = false,
  isFocused = false,
  isSoft = false,
  onUndo,
}: Props) {
  return (
    <Row
      p="sm lg"
      pe="sm"
      shrink
      className={css.note}
      data-soft={isSoft || undefined}
      align="center"
      justify="between"
      gap="md"
      role="status"
    >
      <Text as="span" size="md" breaks shrink>
        {children}
      </Text>
      <Button
        flex="none"
        variant="subtle"
        size="compact-md"
        autoFocus={isFocused}
        loading={isBusy}
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        onClick={onUndo}
      >
        {undo}
      </Button>
    </Row>
  );
}
