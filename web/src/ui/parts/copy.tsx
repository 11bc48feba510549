import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, IconLink } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { Row } from '../layout/layout.tsx';
import css from './copy.module.css';
import { copyText } from './copying.ts';
import { IconButton } from './icon-button.tsx';

const shown = 2_000;

function useCopy(value: string): { isCopied: boolean; copy: () => Promise<void> } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shown);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => setCopied(await copyText(value));
  return { isCopied, copy };
}

type IconProps = { value: string; label: string; kind?: 'copy' | 'link' };

/** A small button that copies, and says so for a moment. */
export function CopyIcon({ value, label, kind = 'copy' }: IconProps) {
  const text = useText('ui');
  const { isCopied, copy } = useCopy(value);
  const Icon = isCopied ? IconCheck : kind === 'link' ? IconLink : IconCopy;
  return (
    <>
      <IconButton
        icon={Icon}
        className={css.icon}
        aria-label={label}
        title={isCopied ? text.copied : label}
        data-done={isCopied || undefined}
        onClick={() => void copy()}
      />
      <VisuallyHidden role="status">{isCopied ? text.copied : ''}</VisuallyHidden>
    </>
  );
}

type TextProps = {
  value: string;
  /** Names what is copied, for people who do not see the text beside it. */
  label: string;
  /** The visible label, if "Copy" alone is unclear. */
  words?: string;
};

/** A text button for the head of a block; it says for a moment that it has copied. */
export function CopyText({ value, label, words }: TextProps) {
  const text = useText('ui');
  const { isCopied, copy } = useCopy(value);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        c="var(--text)"
        leftSection={<Icon size={16} aria-hidden />}
        aria-label={label}
        onClick={() => void copy()}
      >
        {words ?? text.copy}
      </Button>
      <VisuallyHidden role="status">{isCopied ? text.copied : ''}</VisuallyHidden>
    </>
  );
}

/** An address to share: shown at readable length, selected by a click, copied by the button. */
export function CopyField({ value, label }: { value: string; label: string }) {
  const text = useText('ui');
  const { isCopied, copy } = useCopy(value);
  const field = useRef<HTMLInputElement>(null);
  return (
    <Row gap="sm" className={css.field}>
      <input
        ref={field}
        className={css.address}
        aria-label={label}
        readOnly
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        data-autofocus
        leftSection={isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        onClick={() => void copy()}
      >
        {isCopied ? text.copied : text.copy}
      </Button>
      <VisuallyHidden role="status">{isCopied ? text.copied : ''}</VisuallyHidden>
    </Row>
  );
}

/** An id for programs. */
export function CopyId({ value, label }: { value: string; label: string }) {
  return (
    <Row as="span" inline gap="xs" align="center" shrink>
      <code className={css.code}>{value}</code>
      <CopyIcon value={value} label={label} />
    </Row>
  );
}
