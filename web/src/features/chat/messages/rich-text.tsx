import { Fragment, useId, useMemo, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { Text } from '../../../ui/layout/layout.tsx';
import { useConversationScreen } from '../conversation-screen.ts';
import { CodeBlock, InlineCode } from './code.tsx';
import { type MarkedPart, markedParts } from './code-text.ts';
import { isEmojiOnly, linkText } from './link-text.ts';
import { beginningOf } from './long-text.ts';
import css from './message-row.module.css';

type Props = { text: string; isEdited: boolean; rowKey: string };

/**
 * A message with its addresses as links that send no referrer, and with code and bold words. A long one shows its
 * beginning first.
 */
export function RichText({ text, isEdited, rowKey }: Props) {
  const words = useText('chat');
  const { opened } = useConversationScreen();
  const [isOpen, setIsOpen] = useState(opened.has(rowKey));
  const id = useId();
  const beginning = beginningOf(text);
  const parts = useMemo(() => markedParts(text), [text]);
  // A paragraph cannot contain a block.
  const hasBlock = parts.some(({ kind }) => kind === 'block');
  const change = (): void => {
    if (isOpen) opened.delete(rowKey);
    else opened.add(rowKey);
    setIsOpen(!isOpen);
  };
  const isShort = beginning !== undefined && !isOpen;
  return (
    <>
      <Text
        as={hasBlock ? 'div' : 'p'}
        size="lg"
        breaks
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
          type="button"
          weight={600}
          tone="accent"
          className={css.choice}
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

/** The first characters of a message, with its marks. */
function Marked({ parts, length }: { parts: readonly MarkedPart[]; length: number }) {
  let at = 0;
  return parts.map((part) => {
    const key = at;
    at += part.raw.length;
    const shown = part.raw.slice(0, Math.max(0, length - key));
    if (shown === '') return null;
    if (part.kind === 'text') return <Linked key={key} text={part.raw} length={shown.length} />;
    const lead = part.raw.lastIndexOf(part.text);
    const inside = Math.max(0, shown.length - lead);
    if (part.kind === 'bold')
      return (
        <Text as="b" key={key} weight={650}>
          <Linked text={part.text} length={inside} />
        </Text>
      );
    const code = part.text.slice(0, inside);
    if (part.kind === 'code') return <InlineCode key={key}>{code}</InlineCode>;
    return (
      <CodeBlock key={key} code={part.text}>
        {code}
      </CodeBlock>
    );
  });
}

/** The first characters of a text. An address that they end in leads to all of it. */
function Linked({ text, length }: { text: string; length: number }) {
  let at = 0;
  return linkText(text).map((part) => {
    const key = at;
    at += part.text.length;
    const shown = part.text.slice(0, Math.max(0, length - key));
    if (!part.href || shown === '') return <Fragment key={key}>{shown}</Fragment>;
    return (
      <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {shown}
      </a>
    );
  });
}
