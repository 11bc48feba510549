import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import css from './dialog.module.css';

type Props = {
  isOpen: boolean;
  title: string;
  /** Another dialog follows and has the focus: this one does not take it back. */
  isFollowed?: boolean;
  /** Where the focus goes afterwards, where what opened it may be gone by then. */
  returnTo?: () => HTMLElement | null | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A short form over the page. Escape closes it; the focus goes back to where it was. */
export function Dialog({ isOpen, title, isFollowed = false, returnTo, onClose, children }: Props) {
  const text = useText('ui');
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      centered
      size={480}
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

/** Why it did not work, where the reader looks. */
export function DialogError({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p role="alert" className={css.trouble}>
      {children}
    </p>
  );
}
