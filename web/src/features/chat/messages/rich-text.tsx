import { Fragment } from 'react';
import { useText } from '../../../i18n/language.ts';
import { isEmojiOnly, linkText } from './link-text.ts';
import css from './message-row.module.css';

/** A message with its addresses as links that send no referrer. */
export function RichText({ text, isEdited }: { text: string; isEdited: boolean }) {
  const words = useText('chat');
  let at = 0;
  return (
    <p className={css.text} data-large={isEmojiOnly(text) || undefined} dir="auto">
      {linkText(text).map((part) => {
        const key = at;
        at += part.text.length;
        if (!part.href) return <Fragment key={key}>{part.text}</Fragment>;
        return (
          <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        );
      })}
      {isEdited && <span className={css.edited}> {words.edited}</span>}
    </p>
  );
}
