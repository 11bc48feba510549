import css from './name.module.css';

/** A name that somebody chose: on one line, kept apart from the direction of our own words, whole on hover. */
export function Name({ children }: { children: string }) {
  return (
    <bdi className={css.name} title={children}>
      {children}
    </bdi>
  );
}
