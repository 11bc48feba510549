import { IconArrowUp } from '@tabler/icons-react';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { Grid, Row, Text } from '../../../ui/layout/layout.tsx';
import css from './composer.module.css';

type Props = Omit<ComponentProps<'textarea'>, 'onKeyDown' | 'onSubmit' | 'onChange'> & {
  hint: string;
  submitLabel: string;
  maySubmit: boolean;
  onWrite: (text: string) => void;
  onSubmit: () => void;
  /** Gets every key except the one that sends. */
  onKey?: (event: KeyboardEvent) => void;
  /** Between the text and the button that sends it. */
  children?: ReactNode;
};

/** The field for a message, which Enter sends. */
export function MessageField(props: Props) {
  const { hint, submitLabel, maySubmit, onWrite, onSubmit, onKey, children, ...others } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onSubmit();
    } else onKey?.(event);
  };
  return (
    <Row align="end" gap="xs" p="xs" field radius="lg">
      <Row grow className={css.words}>
        <textarea
          {...others}
          className={css.text}
          rows={1}
          dir="auto"
          aria-label={hint}
          enterKeyHint="send"
          onChange={(event) => onWrite(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {/* Chromium cuts a placeholder of a textarea off without dots. */}
        {others.value === '' && (
          <Text as="span" dim truncate className={css.hint} aria-hidden>
            {hint}
          </Text>
        )}
      </Row>
      {children}
      <Grid
        as="button"
        fixed
        center
        radius="md"
        tone="stage"
        className={css.send}
        aria-label={submitLabel}
        disabled={!maySubmit}
        onClick={onSubmit}
      >
        <IconArrowUp size={20} stroke={2.25} aria-hidden />
      </Grid>
    </Row>
  );
}
