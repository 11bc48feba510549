import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Grid, Row, Stack, Text } from '../layout/layout.tsx';
import { Page } from './page.tsx';
import classes from './state-page.module.css';

type StatePageProps = {
  icon: ReactNode;
  title: string;
  /** The room or webinar of the page. */
  subject?: string | undefined;
  children: ReactNode;
  actions?: ReactNode;
  tone?: 'calm' | 'warning';
  homeHref?: string;
};

/** A page that says what happened, what it means and what to do. */
export function StatePage({
  icon,
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
      <Stack as="section" align="center" center className={classes.state} data-tone={tone}>
        <Grid as="span" center tone="accent" className={classes.icon} aria-hidden>
          {icon}
        </Grid>
        <Text as="h1" weight={650} className={classes.title} ref={heading} tabIndex={-1}>
          {title}
        </Text>
        {subject && (
          <Text mt="md" weight={600} breaks className={classes.subject}>
            {subject}
          </Text>
        )}
        <Text as="div" mt="md" size="xl" dim pretty className={classes.text}>
          {children}
        </Text>
        {actions && (
          <Row gap="md" wrap justify="center" className={classes.actions}>
            {actions}
          </Row>
        )}
      </Stack>
    </Page>
  );
}
