import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { Grid, Stack, Text } from '../layout/layout.tsx';
import { useLasting } from '../use-lasting.ts';
import css from './player.module.css';

type WaitingProps = {
  isWaiting: boolean;
  /** For screen readers. */
  label: string;
  /** Shown after a long wait, in ms; undefined while another note says why it waits. */
  long: { after: number; text: string | undefined };
};

/** Over the picture while it waits for data; a short wait is not shown. */
export function PlayerWaiting({ isWaiting, label, long }: WaitingProps) {
  const isLasting = useLasting(isWaiting, 300);
  const isLong = useLasting(isWaiting, long.after);
  if (!isLasting) return null;
  return (
    <Grid center gap="lg" className={css.over} role="status">
      <Loader color="white" size={36} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
      {isLong && long.text !== undefined && (
        <Text size="md" center p="sm md" measure={44} radius="md" pretty className={css.long}>
          {long.text}
        </Text>
      )}
    </Grid>
  );
}

type BrokenProps = { title: string; text: string; again: string; onAgain: () => void };

/** Over the picture when it cannot be played. */
export const PlayerBroken = ({ title, text, again, onAgain }: BrokenProps) => (
  <Stack align="center" justify="center" gap="sm" center p="xl" className={css.broken} role="alert">
    <Text weight={600} className={css.brokenTitle}>
      {title}
    </Text>
    <Text mb="md" size="lg" measure={44} tone="stage-dim">
      {text}
    </Text>
    <Button onClick={onAgain}>{again}</Button>
  </Stack>
);
