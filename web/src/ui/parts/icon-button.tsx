import type { ComponentProps } from 'react';
import css from './icon-button.module.css';

type Props = ComponentProps<'button'> & { 'aria-label': string; size?: 36 | 40 | 44 };

/** A small button with an icon only; large enough for a finger on a touch screen. */
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
