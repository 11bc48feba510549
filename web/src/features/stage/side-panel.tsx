import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../i18n/language.ts';
import { messages } from './messages.ts';
import css from './side-panel.module.css';

type Props = { title: string; count?: number; onClose: () => void; children: ReactNode };

/** The one side panel. On a wide stage it stands beside the faces, on a phone it lies over them as a sheet. */
export function SidePanel({ title, count, onClose, children }: Props) {
  const text = useText(messages);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    // A menu opened from a row is drawn elsewhere, yet its keys come by here: they are its own.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key === 'Escape' && isInside && !event.defaultPrevented) onClose();
  };
  return (
    // The panel listens for Escape wherever inside it the focus is.
    <aside className={css.panel} aria-label={title} onKeyDown={onKeyDown}>
      <header className={css.head}>
        <h2 ref={heading} tabIndex={-1} className={css.title}>
          {title}
          {count !== undefined && <span className={css.count}>{count}</span>}
        </h2>
        <button type="button" className={css.close} aria-label={text.close} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </button>
      </header>
      <div className={css.body}>{children}</div>
    </aside>
  );
}
