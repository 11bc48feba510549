import { Fragment, useMemo } from 'react';
import { Text } from '../layout/layout.tsx';
import { CodeBlock, InlineCode } from './code.tsx';
import { Formula } from './formulas/formula.tsx';
import { linkText } from './link-text.ts';
import css from './marked.module.css';
import { type MarkedPart, markedParts } from './marked-text.ts';

/** The parts of a message. A block needs a `div` around it. */
export function useMarked(text: string): { parts: readonly MarkedPart[]; hasBlock: boolean } {
  return useMemo(() => {
    const parts = markedParts(text);
    return { parts, hasBlock: parts.some(({ kind }) => kind === 'block' || kind === 'display') };
  }, [text]);
}

/** A whole message with its addresses as links that send no referrer, and with code, bold words and formulas. */
export function MarkedText({ text }: { text: string }) {
  return <Marked parts={useMarked(text).parts} length={text.length} />;
}

/** The first characters of a message, with its marks. */
export function Marked({ parts, length }: { parts: readonly MarkedPart[]; length: number }) {
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
    const isWhole = shown.length === part.raw.length;
    if (part.kind === 'formula' && !isWhole) return <Fragment key={key}>{shown}</Fragment>;
    if (part.kind === 'formula')
      return (
        <Formula key={key} part={part}>
          {part.raw}
        </Formula>
      );
    const code = part.text.slice(0, inside);
    if (part.kind === 'code') return <InlineCode key={key}>{code}</InlineCode>;
    const block = (
      <CodeBlock key={key} code={part.text}>
        {code}
      </CodeBlock>
    );
    if (part.kind === 'block' || !isWhole) return block;
    return (
      <Formula key={key} part={part}>
        {block}
      </Formula>
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
      <a key={key} className={css.link} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {shown}
      </a>
    );
  });
}
