import type { ComponentProps } from 'react';
import css from './icon-button.module.css';

type Props = ComponentProps<'button'> & { 'aria-label': string; size?: 36 | 40 | 44 };

/** A small button that is only its icon; large enough for a finger where there is one. */
export function IconButton({ className, size = 36, ...props }: Props) {
  return (
    <button
      type="button"
      {...props}
      data-size={size}
      className={className ? `${css.button} ${className}` : css.button}
    />
  );
}
