import { type ReactNode, useId } from 'react';
import { Grid, Stack, Text } from '../layout/layout.tsx';
import css from './section.module.css';

type Props = { title: string; text?: string; children: ReactNode };

/** A group of settings: its description on the left, the settings on the right. */
export function Section({ title, text, children }: Props) {
  const id = useId();
  return (
    <Grid as="section" className={css.section} aria-labelledby={id}>
      <div>
        <Text id={id} as="h2" size="lg" weight={600}>
          {title}
        </Text>
        {text && (
          <Text mt="xs" size="md" dim pretty>
            {text}
          </Text>
        )}
      </div>
      <Stack shrink gap="lg" className={css.content}>
        {children}
      </Stack>
    </Grid>
  );
}
