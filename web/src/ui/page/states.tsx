import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import { Grid, Row, Stack, Text } from '../layout/layout.tsx';
import css from './states.module.css';

type Props = { icon: ReactNode; title: string; text?: string; children?: ReactNode };

/** Replaces a list or a page: a state, one sentence, one button. */
export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <Stack align="center" center className={css.blank}>
      <Grid as="span" center mb="lg" tone="accent" className={css.icon} aria-hidden>
        {icon}
      </Grid>
      <Text size="xl" weight={600} className={css.title}>
        {title}
      </Text>
      {text && (
        <Text mt="sm" size="md" leading={1.5} dim pretty className={css.text}>
          {text}
        </Text>
      )}
      {children && (
        <Row gap="sm" wrap justify="center" className={css.action}>
          {children}
        </Row>
      )}
    </Stack>
  );
}

/** Says that something could not be loaded, and offers a retry. */
export function LoadFailed({ onAgain }: { onAgain: () => void }) {
  const text = useText('ui');
  return (
    <div role="alert">
      <EmptyState
        icon={<IconPlugConnectedX size={24} stroke={1.5} />}
        title={text.failed}
        text={text.failedHint}
      >
        <Button variant="default" onClick={onAgain}>
          {text.again}
        </Button>
      </EmptyState>
    </div>
  );
}

/** Shown above the content during an outage of the server. */
export function StaleNote({ of, onAgain }: { of: 'list' | 'page'; onAgain: () => void }) {
  const text = useText('ui');
  return (
    <Text mb="md" size="md" tone="warning" role="alert">
      {of === 'list' ? text.staleList : text.stalePage}{' '}
      <Text as="button" type="button" weight={550} underline="always" onClick={onAgain}>
        {text.again}
      </Text>
    </Text>
  );
}

/** A placeholder for rows. */
export function RowsSkeleton({ count = 6 }: { count?: number }) {
  const text = useText('ui');
  return (
    <Stack ruled role="status" aria-label={text.loading}>
      {Array.from({ length: count }, (_, index) => `row ${index}`).map((row) => (
        <Row key={row} gap="md" align="center" className={css.row}>
          <Text as="span" fixed className={css.square} />
          <Stack as="span" gap="sm" grow>
            <span className={css.bar} data-wide />
            <span className={css.bar} />
          </Stack>
        </Row>
      ))}
    </Stack>
  );
}

function HeadSkeleton() {
  return (
    <Stack gap="lg" className={css.head} aria-hidden>
      <span className={css.bar} />
      <span className={css.heading} />
    </Stack>
  );
}

/** A placeholder for a page. */
export function PageSkeleton() {
  return (
    <>
      <HeadSkeleton />
      <RowsSkeleton count={4} />
    </>
  );
}
