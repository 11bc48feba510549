import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { copyText } from '../../../ui/copying.ts';
import { uiMessages } from '../../../ui/ui-messages.ts';

const shown = 2_000;

type Props = {
  value: string;
  /** What is copied, for who does not see what it stands beside. */
  label: string;
  /** Where "Copy" alone would not say it. */
  words?: string;
};

/** A quiet button in the head of a text; for a moment it says that it copied. */
export function CopyText({ value, label, words }: Props) {
  const text = useText(uiMessages);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shown);
    return () => clearTimeout(timer);
  }, [isCopied]);
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
        onClick={() => void copyText(value).then(setCopied)}
      >
        {words ?? text.copy}
      </Button>
      <VisuallyHidden role="status">{isCopied ? text.copied : ''}</VisuallyHidden>
    </>
  );
}
