import { IconCheck } from '@tabler/icons-react';
import css from './saved.module.css';

/** Shown beside the save button after it has saved. */
export function SavedNote({ children }: { children: string | false }) {
  return (
    <span className={css.saved} role="status">
      {children && (
        <>
          <IconCheck size={18} aria-hidden />
          {children}
        </>
      )}
    </span>
  );
}
