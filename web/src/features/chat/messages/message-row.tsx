import { IconArrowBackUp } from '@tabler/icons-react';
import { memo, type PointerEvent } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { personIn } from '../../../models/chat/payloads.ts';
import type { Message } from '../../../models/chat/types.ts';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { type Author, useAuthors, useConversationScreen } from '../conversation-screen.ts';
import css from './message-row.module.css';
import { MessageTools } from './message-tools.tsx';
import { Reactions } from './reactions.tsx';
import { RichText } from './rich-text.tsx';
import { type RowLook, rowLookOf } from './rows.ts';
import { dayOf, exactTimeOf, shortTimeOf, timeOf } from './times.ts';

export type RowProps = {
  message: Message;
  before: Message | undefined;
  author: Author;
  divider: number | undefined;
  isLit: boolean;
  rowKey: string;
  isActive: boolean;
  isFocusable: boolean;
  onActivate: (key: string) => void;
  onHold: (isHeld: boolean) => void;
};

export const MessageRow = memo(function MessageRow(props: RowProps) {
  const { message, before, author, divider, isLit, rowKey, isActive, isFocusable, onActivate, onHold } =
    props;
  const place = rowLookOf(before, message, divider);
  if (message.type === 'system') return <SystemRow message={message} place={place} />;
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    // A finger cannot hover, so a tap shows the tools; a tap on a link does not.
    if (event.pointerType === 'mouse') return;
    if (event.target instanceof Element && event.target.closest('a, button')) return;
    onActivate(rowKey);
  };
  return (
    <>
      <Lines place={place} message={message} />
      {/* The arrow keys reach the row, Tab its tools; a pointer shows them without moving the focus. */}
      <article
        className={css.row}
        data-row
        data-head={place.isHead || undefined}
        data-active={isActive || undefined}
        data-lit={isLit || undefined}
        tabIndex={isFocusable ? 0 : -1}
        onFocus={() => onActivate(rowKey)}
        onPointerEnter={(event) => event.pointerType === 'mouse' && onActivate(rowKey)}
        onPointerUp={onPointerUp}
      >
        <div className={css.gutter}>
          {place.isHead ? (
            <Avatar name={author.fullName} seed={author.seed} size={32} />
          ) : (
            <Time message={message} className={css.quietTime} isShort />
          )}
        </div>
        <div className={css.body}>
          {place.isHead && <Head message={message} author={author} />}
          {message.replyTo && <Quote messageId={message.replyTo} />}
          <RichText text={message.text} isEdited={message.editedAt !== undefined} rowKey={rowKey} />
          <Reactions message={message} />
        </div>
        {isActive && <MessageTools message={message} author={author} onHold={onHold} />}
      </article>
    </>
  );
});

function Head({ message, author }: Pick<RowProps, 'message' | 'author'>) {
  const text = useText('chat');
  return (
    <div className={css.head}>
      <span className={css.name}>{author.name}</span>
      {author.isModerator && <span className={css.badge}>{text.moderator}</span>}
      {author.postedAs && <span className={css.badge}>{text.postedAs[author.postedAs]}</span>}
      <Time message={message} className={css.time} />
    </div>
  );
}

type TimeProps = { message: Message; className: string | undefined; isShort?: boolean };

function Time({ message, className, isShort = false }: TimeProps) {
  const language = useLanguage();
  const at = new Date(message.createdAt);
  return (
    <time className={className} dateTime={message.createdAt} title={exactTimeOf(at, language)}>
      {isShort ? shortTimeOf(at, language) : timeOf(at, language)}
    </time>
  );
}

function Lines({ place, message }: { place: RowLook; message: Message }) {
  const words = useText('chat');
  const language = useLanguage();
  const at = new Date(message.createdAt);
  return (
    <>
      {place.beginsDay && (
        <div className={css.line}>
          <span>{dayOf(at, { language, now: new Date(), words })}</span>
        </div>
      )}
      {place.beginsNew && (
        <div className={css.line} data-new>
          <span>{words.newMessages}</span>
        </div>
      )}
    </>
  );
}

function SystemRow({ message, place }: { message: Message; place: RowLook }) {
  const text = useText('chat');
  const { name } = useAuthors()({ userId: personIn(message) ?? null, meta: null });
  const hasJoined = message.meta !== null && 'event' in message.meta && message.meta.event === 'user-joined';
  const words = message.text || (hasJoined ? text.joined(name) : '');
  return (
    <>
      <Lines place={place} message={message} />
      {words !== '' && <p className={css.system}>{words}</p>}
    </>
  );
}

/** The message that this one replies to, in one line; a click jumps to it. */
export function Quote({ messageId }: { messageId: string }) {
  const text = useText('chat');
  const { conversation, reveal } = useConversationScreen();
  const authorOf = useAuthors();
  const quoted = conversation.messageOf(messageId);
  if (!quoted) {
    return (
      <button type="button" className={css.quote} onClick={() => reveal(messageId)}>
        <IconArrowBackUp size={14} aria-hidden />
        <span className={css.quoted}>{conversation.isDeleted(messageId) ? text.gone : '…'}</span>
      </button>
    );
  }
  const { name } = authorOf(quoted);
  return (
    <button
      type="button"
      className={css.quote}
      aria-label={text.showReplied(name)}
      onClick={() => reveal(messageId)}
    >
      <IconArrowBackUp size={14} aria-hidden />
      <span className={css.quoted}>
        <b>{name}</b> {quoted.text}
      </span>
    </button>
  );
}
