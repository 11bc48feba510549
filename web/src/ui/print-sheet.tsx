import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import css from './print-sheet.module.css';

type Props = { children: ReactNode; onDone: () => void };

/** Prints its content instead of the page, as soon as it is rendered. */
export function PrintSheet({ children, onDone }: Props) {
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.printing = 'sheet';
    const end = (): void => done.current();
    window.addEventListener('afterprint', end);
    // After the browser has drawn the sheet.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', end);
      delete root.dataset.printing;
    };
  }, []);
  return createPortal(<div className={css.sheet}>{children}</div>, document.body);
}
