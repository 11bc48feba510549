import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import { Row, Text } from '../layout/layout.tsx';
import css from './dialog.module.css';

type Props = {
  isOpen: boolean;
  title: string;
  /** In pixels. */
  width?: number;
  /** True if only its own buttons close it. */
  isFirm?: boolean;
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
  const { width = 480, isFirm = false } = rest;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      centered
      size={width}
      withCloseButton={!isFirm}
      closeOnEscape={!isFirm}
      closeOnClickOutside={!isFirm}
      returnFocus={!isFollowed && !returnTo}
      onExitTransitionEnd={() => returnTo?.()?.focus()}
      radius="lg"
      closeButtonProps={{ 'aria-label': text.close, size: 44, iconSize: 20 }}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{
        title: css.title ?? '',
        body: css.body ?? '',
        header: (isFirm ? css.firm : css.header) ?? '',
      }}
    >
      {children}
    </Modal>
  );
}

/** Explains above the fields what the dialog does. */
export function DialogText({ children }: { children: ReactNode }) {
  return (
    <Text size="lg" dim pretty>
      {children}
    </Text>
  );
}

type ActionsProps = { children: ReactNode };

export function DialogActions({ children }: ActionsProps) {
  return (
    <Row gap="sm" wrap justify="end" mt="xs" className={css.actions}>
      {children}
    </Row>
  );
}

/** The error of the last request, close to the buttons. */
export function DialogError({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <Text role="alert" size="md" p="sm md" radius="md" ground="danger-soft" className={css.trouble}>
      {children}
    </Text>
  );
}
