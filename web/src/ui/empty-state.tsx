import type { ComponentType, ReactNode } from 'react';
import classes from './empty-state.module.css';

export type EmptyStateProps = {
  icon: ComponentType<{ size: number; stroke: number }>;
  /** A heading of the level that fits here. */
  heading: ReactNode;
  /** One sentence: what will stand here. */
  children: ReactNode;
  /** One button. */
  action?: ReactNode;
};

/** A place where nothing is yet: what will be there, and how to begin. */
export function EmptyState({ icon: Icon, heading, children, action }: EmptyStateProps) {
  return (
    <section className={classes.empty}>
      <span className={classes.icon} aria-hidden>
        <Icon size={26} stroke={1.6} />
      </span>
      <div className={classes.heading}>{heading}</div>
      <p className={classes.text}>{children}</p>
      {action && <div className={classes.action}>{action}</div>}
    </section>
  );
}
