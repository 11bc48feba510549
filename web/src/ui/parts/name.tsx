import { Text } from '../layout/layout.tsx';
import css from './name.module.css';

/** A user's name: on one line, isolated from the direction of our own text, complete on hover. */
export function Name({ children }: { children: string }) {
  return (
    <Text as="bdi" truncate className={css.name} title={children}>
      {children}
    </Text>
  );
}
