import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Page } from './page.tsx';
import classes from './state-page.module.css';

export type StatePageProps = {
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
    document.title = `${title} · Lectern`;
    heading.current?.focus();
  }, [title]);
  return (
    <Page homeHref={homeHref}>
      <section className={classes.state} data-tone={tone}>
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
        <h1 className={classes.title} ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {subject && <p className={classes.subject}>{subject}</p>}
        <div className={classes.text}>{children}</div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </section>
    </Page>
  );
}
