import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import css from './states.module.css';

type Props = { icon: ReactNode; title: string; text?: string; children?: ReactNode };

/** Replaces a list or a page: a state, one sentence, one button. */
export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <div className={css.blank}>
      <span className={css.icon} aria-hidden>
        {icon}
      </span>
      <p className={css.title}>{title}</p>
      {text && <p className={css.text}>{text}</p>}
      {children && <div className={css.action}>{children}</div>}
    </div>
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
    <p className={css.stale} role="alert">
      {of === 'list' ? text.staleList : text.stalePage}{' '}
      <button type="button" className={css.again} onClick={onAgain}>
        {text.again}
      </button>
    </p>
  );
}

/** A placeholder for rows. */
export function RowsSkeleton({ count = 6 }: { count?: number }) {
  const text = useText('ui');
  return (
    <div role="status" aria-label={text.loading}>
      {Array.from({ length: count }, (_, index) => `row ${index}`).map((row) => (
        <div key={row} className={css.row}>
          <span className={css.square} />
          <span className={css.lines}>
            <span className={css.bar} data-wide />
            <span className={css.bar} />
          </span>
        </div>
      ))}
    </div>
  );
}

function HeadSkeleton() {
  return (
    <div className={css.head} aria-hidden>
      <span className={css.bar} />
      <span className={css.heading} />
    </div>
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
