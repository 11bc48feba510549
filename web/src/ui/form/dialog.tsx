import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import css from './dialog.module.css';

type Props = {
  isOpen: boolean;
  title: string;
  /** True for a form with two columns. */
  isWide?: boolean;
  /** True if another dialog follows and takes the focus. */
  isFollowed?: boolean;
  /** Gets the focus afterwards, if the element that opened the dialog may be gone. */
  returnTo?: () => HTMLElement | null | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A short form over the page. Escape closes it; the focus returns to its origin. */
export function Dialog({ isOpen, title, isFollowed = false, returnTo, onClose, children, ...rest }: Props) {
  const text = useText('ui');
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      centered
      size={rest.isWide ? 920 : 480}
      returnFocus={!isFollowed && !returnTo}
      onExitTransitionEnd={() => returnTo?.()?.focus()}
      radius="lg"
      closeButtonProps={{ 'aria-label': text.close, size: 44, iconSize: 20 }}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ title: css.title ?? '', body: css.body ?? '', header: css.header ?? '' }}
    >
      {children}
    </Modal>
  );
}

type ActionsProps = { children: ReactNode };

export function DialogActions({ children }: ActionsProps) {
  return <div className={css.actions}>{children}</div>;
}

/** The error of the last request, close to the buttons. */
export function DialogError({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p role="alert" className={css.trouble}>
      {children}
    </p>
  );
}
