import type { ComponentProps } from 'react';
import { Text } from '../../../ui/layout/layout.tsx';
import css from './notices.module.css';

/** An action of a notice. */
export const WayButton = (props: ComponentProps<'button'>) => (
  <Text as="button" type="button" fixed weight={650} className={css.way} {...props} />
);
