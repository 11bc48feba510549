import type { ComponentProps } from 'react';
import css from './icon-button.module.css';

type Props = ComponentProps<'button'> & { 'aria-label': string };

/** A small button that is only its icon; large enough for a finger where there is one. */
export function IconButton({ className, ...props }: Props) {
  return (
    <button type="button" {...props} className={className ? `${css.button} ${className}` : css.button} />
  );
}
