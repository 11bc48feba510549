import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import { Grid, Row, Stack, Text } from '../layout/layout.tsx';
import { Bone } from '../parts/bone.tsx';
import css from './states.module.css';

type Props = {
  icon: ComponentType<{ size: number; stroke: number }>;
  title: string;
  text?: string;
  children?: ReactNode;
};

/** Replaces a list or a page: a state, one sentence, one button. */
export function EmptyState({ icon: Icon, title, text, children }: Props) {
  return (
    <Stack align="center" center p="xl" className={css.blank}>
      <Grid as="span" center mb="lg" tone="accent" square={48} radius="lg" ground="accent-soft" aria-hidden>
        <Icon size={24} stroke={1.5} />
      </Grid>
      <Text size="xl" weight={600} pretty>
        {title}
      </Text>
      {text && (
        <Text mt="sm" size="md" dim pretty measure={44}>
          {text}
        </Text>
      )}
      {children && (
        <Row gap="sm" wrap justify="center" mt="lg">
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
      <EmptyState icon={IconPlugConnectedX} title={text.failed} text={text.failedHint}>
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
      <Text as="button" weight={550} underline="always" onClick={onAgain}>
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
        <Row key={row} gap="md" align="center" p="0 lg" tall={64}>
          <Bone width={36} height={36} />
          <Stack as="span" gap="sm" grow>
            <Bone width={280} height={12} />
            <Bone width={160} height={10} />
          </Stack>
        </Row>
      ))}
    </Stack>
  );
}

function HeadSkeleton() {
  return (
    <Stack gap="lg" mb="xl" aria-hidden>
      <Bone width={160} height={10} />
      <Bone width={320} height={26} />
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
