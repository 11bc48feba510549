import { IconCheck } from '@tabler/icons-react';
import css from './saved.module.css';

/** Beside the button that saved: that it did. */
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
