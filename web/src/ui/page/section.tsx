import { type ReactNode, useId } from 'react';
import css from './section.module.css';

type Props = { title: string; text?: string; children: ReactNode };

/** A group of settings: its description on the left, the settings on the right. */
export function Section({ title, text, children }: Props) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.words}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {text && <p className={css.text}>{text}</p>}
      </div>
      <div className={css.content}>{children}</div>
    </section>
  );
}
