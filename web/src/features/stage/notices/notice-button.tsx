import type { ComponentProps } from 'react';
import { Text } from '../../../ui/layout/layout.tsx';
import css from './notices.module.css';

/** The button of a notice. */
export const NoticeButton = (props: ComponentProps<'button'>) => (
  <Text as="button" fixed weight={650} p="0 md" tall={44} radius="md" className={css.button} {...props} />
);
