import { Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from '../routing/link.tsx';
import classes from './page-header.module.css';
import { useTitle } from './use-title.ts';

export type PageHeaderProps = {
  /** Undefined while it is not known yet. */
  title: string | undefined;
  /** What a person may do here, in a sentence. */
  children?: ReactNode;
  /** Where it belongs: a link back. */
  back?: { to: string; label: string };
  actions?: ReactNode;
};

/** The head of a page: where it belongs, what it is, what can be done with the whole of it. */
export function PageHeader({ title, children, back, actions }: PageHeaderProps) {
  const heading = useTitle(title);
  return (
    <header className={classes.header}>
      {back && (
        <Link to={back.to} className={classes.back}>
          <IconArrowLeft size={16} aria-hidden />
          {back.label}
        </Link>
      )}
      <div className={classes.row}>
        <h1
          className={classes.title}
          ref={heading}
          tabIndex={-1}
          aria-busy={title === undefined || undefined}
        >
          {title ?? <Skeleton height={30} width={220} radius="sm" />}
        </h1>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children && <div className={classes.about}>{children}</div>}
    </header>
  );
}
