import { Button } from '@mantine/core';
import { useText } from '../../i18n/language.ts';
import { DialogError } from '../../ui/form/dialog.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { useLeaveGuard } from './leave-guard.tsx';
import css from './save-bar.module.css';

type Props = {
  isChanged: boolean;
  isBusy: boolean;
  trouble?: string | undefined;
  /** Paths that keep the draft, such as the other tabs of the same settings. */
  isKept?: (path: string) => boolean;
  onSave: () => void;
  onDiscard: () => void;
};

/** Shown while there are unsaved changes; it also asks before the page is left. */
export function SaveBar({ isChanged, isBusy, trouble, isKept, onSave, onDiscard }: Props) {
  const text = useText('saving');
  const asked = useLeaveGuard({ isOn: isChanged, isKept });
  return (
    <>
      {asked}
      {isChanged && (
        <Stack
          as="section"
          p="md lg"
          pe="md"
          mt="xl"
          frame="line-strong"
          radius="lg"
          ground="surface"
          className={css.bar}
          gap="md"
          aria-label={text.unsaved}
        >
          <DialogError>{trouble}</DialogError>
          <Row className={css.line} gap="sm" wrap align="center">
            <Text grow className={css.text} size="md" weight={500} role="status">
              {text.unsaved}
            </Text>
            <Button variant="default" disabled={isBusy} onClick={onDiscard}>
              {text.discard}
            </Button>
            <Button loading={isBusy} onClick={onSave}>
              {text.save}
            </Button>
          </Row>
        </Stack>
      )}
    </>
  );
}
