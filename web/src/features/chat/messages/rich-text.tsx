import { useId, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { Text } from '../../../ui/layout/layout.tsx';
import { isEmojiOnly } from '../../../ui/message/link-text.ts';
import { Marked, useMarked } from '../../../ui/message/marked.tsx';
import { useConversationScreen } from '../conversation-screen.ts';
import { beginningOf } from './long-text.ts';

import css from './message-row.module.css';

type Props = { text: string; isEdited: boolean; rowKey: string };

/**
 * A message with its links, code, bold words and formulas. A long one shows its beginning first.
 */
export function RichText({ text, isEdited, rowKey }: Props) {
  const words = useText('chat');
  const { opened } = useConversationScreen();
  const [isOpen, setIsOpen] = useState(opened.has(rowKey));
  const id = useId();
  const beginning = beginningOf(text);
  const { parts, hasBlock } = useMarked(text);
  const change = (): void => {
    if (isOpen) opened.delete(rowKey);
    else opened.add(rowKey);
    setIsOpen(!isOpen);
  };
  const isShort = beginning !== undefined && !isOpen;
  return (
    <>
      <Text
        // A paragraph cannot contain a block.
        as={hasBlock ? 'div' : 'p'}
        size="lg"
        breaks
        lines
        id={id}
        className={css.text}
        data-large={isEmojiOnly(text) || undefined}
        dir="auto"
      >
        <Marked parts={parts} length={isShort ? beginning.length : text.length} />
        {isShort && '…'}
        {isEdited && (
          <Text as="span" size="xs" dim>
            {` ${words.edited}`}
          </Text>
        )}
      </Text>
      {beginning !== undefined && (
        <Text
          as="button"
          weight={600}
          tone="accent"
          tall={32}
          underline="hover"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={change}
        >
          {isOpen ? words.showLess : words.showAll}
        </Text>
      )}
    </>
  );
}
