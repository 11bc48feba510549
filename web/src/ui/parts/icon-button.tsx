import type { ComponentProps, ComponentType } from 'react';
import css from './icon-button.module.css';

type Props = ComponentProps<'button'> & {
  'aria-label': string;
  size?: 36 | 40 | 44;
  /** Or another child. */
  icon?: ComponentType<{ size: number; 'aria-hidden': boolean }>;
};

/** A small button with an icon only; large enough for a finger on a touch screen. */
export function IconButton({ className, size = 36, icon: Icon, children, ...props }: Props) {
  return (
    <button
      type="button"
      {...props}
      data-size={size}
      className={className ? `${css.button} ${className}` : css.button}
    >
      {Icon ? <Icon size={size === 36 ? 18 : 20} aria-hidden /> : children}
    </button>
  );
}
