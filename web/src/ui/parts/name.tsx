import css from './name.module.css';

/** A user's name: on one line, isolated from the direction of our own text, complete on hover. */
export function Name({ children }: { children: string }) {
  return (
    <bdi className={css.name} title={children}>
      {children}
    </bdi>
  );
}
