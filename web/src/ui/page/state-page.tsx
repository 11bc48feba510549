import type { ComponentType, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Grid, PageTitle, Row, Stack, Text } from '../layout/layout.tsx';
import { Page } from './page.tsx';
import classes from './state-page.module.css';

type StatePageProps = {
  icon: ComponentType<{ size: number; stroke: number }>;
  title: string;
  /** The room or webinar of the page. */
  subject?: string | undefined;
  children: ReactNode;
  actions?: ReactNode;
  tone?: 'calm' | 'warning';
  homeHref?: string;
};

const looks = {
  calm: { tone: 'accent', ground: 'accent-soft' },
  warning: { tone: 'warning', ground: 'warning-soft' },
} as const;

/** A page that says what happened, what it means and what to do. */
export function StatePage({
  icon: Icon,
  title,
  subject,
  children,
  actions,
  tone = 'calm',
  homeHref,
}: StatePageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [title, subject, 'Lectern'].filter(Boolean).join(' · ');
    heading.current?.focus();
  }, [title, subject]);
  return (
    <Page homeHref={homeHref}>
      <Stack as="section" align="center" center p="xl 0 0" className={classes.state}>
        <Grid as="span" center mb="xl" {...looks[tone]} className={classes.icon} data-tone={tone} aria-hidden>
          <Icon size={34} stroke={1.6} />
        </Grid>
        <PageTitle ref={heading} tabIndex={-1}>
          {title}
        </PageTitle>
        {subject && (
          <Text mt="md" weight={600} breaks pretty size="xl">
            {subject}
          </Text>
        )}
        <Text as="div" mt="md" size="xl" dim pretty className={classes.text}>
          {children}
        </Text>
        {actions && (
          <Row gap="md" wrap justify="center" mt="xl" className={classes.actions}>
            {actions}
          </Row>
        )}
      </Stack>
    </Page>
  );
}
