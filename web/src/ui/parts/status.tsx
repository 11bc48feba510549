import css from './status.module.css';

export type Tone = 'good' | 'quiet' | 'warning' | 'bad';

/** A state as a dot with a label: never by colour alone. */
export function Status({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={css.status}>
      <span className={css.dot} data-tone={tone} aria-hidden />
      {children}
    </span>
  );
}
