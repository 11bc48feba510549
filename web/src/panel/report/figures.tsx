import type { ReactNode } from 'react';
import { Card, Grid, Stack, Text } from '../../ui/layout/layout.tsx';
import css from './figures.module.css';

type Figure = { name: string; value: string; about?: string | undefined };

type Props = { label: string; figures: readonly Figure[]; children?: ReactNode };

/** The numbers at the head of a report. */
export const Figures = ({ label, figures, children }: Props) => (
  <Card>
    <Grid as="dl" gap="lg xl" p="lg" className={css.figures} aria-label={label}>
      {figures.map(({ name, value, about }) => (
        <div key={name}>
          <Text as="dt" size="sm" dim>
            {name}
          </Text>
          <Stack as="dd">
            <Text as="span" weight={650} tabular leading={1.35} className={css.value}>
              {value}
            </Text>
            {about && (
              <Text as="span" size="sm" dim tabular>
                {about}
              </Text>
            )}
          </Stack>
        </div>
      ))}
    </Grid>
    {children}
  </Card>
);
