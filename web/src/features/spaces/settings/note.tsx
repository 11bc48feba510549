import { IconInfoCircle } from '@tabler/icons-react';
import css from './settings.module.css';

/** What is easily misunderstood, said before it matters. */
export function Note({ children }: { children: string }) {
  return (
    <p className={css.note}>
      <IconInfoCircle size={18} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
