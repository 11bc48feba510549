import { IconEye, IconEyeOff, IconPencil } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { clockText, clockValue } from '../../../ui/times.ts';
import { type ChatLine, shownName } from './chat-lines.ts';
import css from './original-chat.module.css';

type Props = { line: ChatLine; onToggle: () => void; onRename: () => void };

/** One line with its second; a hidden one is faded and says so. */
export function ChatLineRow({ line, onToggle, onRename }: Props) {
  const text = useText('originalChat');
  const { at, author, displayName, isHidden } = line;
  const [name, time] = [shownName(line), clockText(at)];
  return (
    <article className={css.line} data-hidden={isHidden || undefined}>
      <time className={css.time} dateTime={clockValue(at)}>
        {time}
      </time>
      <div className={css.words}>
        <p className={css.author}>
          <bdi>{name}</bdi>
          {displayName !== null && <span className={css.real}>{text.realName(author)}</span>}
          {isHidden && <span className={css.mark}>{text.hidden}</span>}
        </p>
        <p className={css.text}>{line.text}</p>
      </div>
      <div className={css.actions}>
        <IconButton
          size={44}
          aria-label={text.renameOf({ author: name, time })}
          title={text.rename}
          onClick={onRename}
        >
          <IconPencil size={18} aria-hidden />
        </IconButton>
        <IconButton
          size={44}
          aria-label={(isHidden ? text.showOf : text.hideOf)({ author: name, time })}
          title={isHidden ? text.show : text.hide}
          onClick={onToggle}
        >
          {isHidden ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
        </IconButton>
      </div>
    </article>
  );
}
