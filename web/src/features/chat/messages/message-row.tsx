import { IconArrowBackUp } from '@tabler/icons-react';
import { memo, type PointerEvent } from 'react';
import { timeOfDay } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import type { Calls } from '../../../models/chat/calls.ts';
import { personIn } from '../../../models/chat/payloads.ts';
import type { Message } from '../../../models/chat/types.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { type Author, useAuthors, useConversationScreen } from '../conversation-screen.ts';
import css from './message-row.module.css';
import { MessageTools } from './message-tools.tsx';
import { Reactions } from './reactions.tsx';
import { RichText } from './rich-text.tsx';
import { type RowLook, rowLookOf, systemText } from './rows.ts';
import { callLine, dayOf, exactTimeOf } from './times.ts';

export type RowProps = {
  message: Message;
  before: Message | undefined;
  author: Author;
  divider: number | undefined;
  calls: Calls;
  isLit: boolean;
  rowKey: string;
  isActive: boolean;
  isFocusable: boolean;
  onActivate: (key: string) => void;
  onHold: (isHeld: boolean) => void;
};

/** After a tap, browsers of phones keep the finger's place as that of a mouse that never moves. */
const hasMouse = ({ pointerType }: PointerEvent): boolean =>
  pointerType === 'mouse' && !window.matchMedia('(hover: none)').matches;

export const MessageRow = memo(function MessageRow(props: RowProps) {
  const { message, before, author, divider, calls, isLit, rowKey, isActive, isFocusable } = props;
  const { onActivate, onHold } = props;
  const place = rowLookOf(before, message, { divider, callStarts: calls.starts });
  if (message.type === 'system') return <SystemRow message={message} place={place} calls={calls} />;
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    // A finger cannot hover, so a tap shows the tools; a tap on a link does not.
    if (event.pointerType === 'mouse') return;
    if (event.target instanceof Element && event.target.closest('a, button')) return;
    onActivate(rowKey);
    // Those of the uppermost message would be behind the head of the panel.
    const row = event.currentTarget;
    requestAnimationFrame(() => row.querySelector('[data-tools]')?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <>
      <Lines place={place} message={message} calls={calls} />
      {/* The arrow keys reach the row, Tab its tools; a pointer shows them without moving the focus. */}
      <Row
        as="article"
        className={css.row}
        data-row
        data-head={place.isHead || undefined}
        data-active={isActive || undefined}
        data-lit={isLit || undefined}
        tabIndex={isFocusable ? 0 : -1}
        onFocus={() => onActivate(rowKey)}
        onPointerEnter={(event) => hasMouse(event) && onActivate(rowKey)}
        onPointerUp={onPointerUp}
      >
        <Row fixed justify="center" className={css.gutter}>
          {place.isHead ? (
            <Avatar name={author.fullName} seed={author.seed} size={32} />
          ) : (
            <Time message={message} className={css.quietTime} />
          )}
        </Row>
        <Text as="div" grow>
          {place.isHead && <Head message={message} author={author} />}
          {message.replyTo && <Quote messageId={message.replyTo} />}
          <RichText text={message.text} isEdited={message.editedAt !== undefined} rowKey={rowKey} />
          <Reactions message={message} />
        </Text>
        {isActive && <MessageTools message={message} author={author} onHold={onHold} />}
      </Row>
    </>
  );
});

function Head({ message, author }: Pick<RowProps, 'message' | 'author'>) {
  const text = useText('chat');
  return (
    <Row align="baseline" gap="sm" leading={1.35}>
      <AuthorName>{author.name}</AuthorName>
      {author.isModerator && <Badge>{text.moderator}</Badge>}
      {author.postedAs && <Badge>{text.postedAs[author.postedAs]}</Badge>}
      <Time message={message} />
    </Row>
  );
}

export const AuthorName = ({ children }: { children: string }) => (
  <Text as="span" size="md" weight={650} truncate>
    {children}
  </Text>
);

const Badge = ({ children }: { children: string }) => (
  <Text as="span" fixed weight={600} tone="accent" p="0 sm" radius="sm" ground="accent-soft" size="xs">
    {children}
  </Text>
);

type TimeProps = { message: Message; className?: string | undefined };

function Time({ message, className }: TimeProps) {
  const language = useLanguage();
  const at = new Date(message.createdAt);
  return (
    <Text
      as="time"
      fixed
      size="xs"
      dim
      tabular
      className={className}
      dateTime={message.createdAt}
      title={exactTimeOf(at, language)}
    >
      {timeOfDay(at, language)}
    </Text>
  );
}

type LinesProps = Pick<RowProps, 'message' | 'calls'> & { place: RowLook };

function Lines({ place, message, calls }: LinesProps) {
  const words = useText('chat');
  const language = useLanguage();
  const at = new Date(message.createdAt);
  return (
    <>
      {place.beginsDay && <Line dim>{dayOf(at, { language, now: new Date(), words })}</Line>}
      {place.beginsCall !== undefined && (
        <Line dim>{callLine(place.beginsCall, { current: calls.current, language, words })}</Line>
      )}
      {place.beginsNew && (
        <Line tone="accent" data-new>
          {words.newMessages}
        </Line>
      )}
    </>
  );
}

type LineProps = { dim?: boolean; tone?: 'accent'; 'data-new'?: boolean; children: string };

const Line = ({ children, ...props }: LineProps) => (
  <Row align="center" gap="md" size="xs" weight={600} p="md lg xs" className={css.line} {...props}>
    <span>{children}</span>
  </Row>
);

function SystemRow({ message, place, calls }: LinesProps) {
  const text = useText('chat');
  const { name } = useAuthors()({ userId: personIn(message) ?? null, meta: null });
  const words = systemText(message, text.joined(name));
  return (
    <>
      <Lines place={place} message={message} calls={calls} />
      {words !== '' && (
        <Text size="sm" dim center className={css.system}>
          {words}
        </Text>
      )}
    </>
  );
}

/** The message that this one replies to, in one line; a click jumps to it. */
export function Quote({ messageId }: { messageId: string }) {
  const text = useText('chat');
  const { conversation, reveal } = useConversationScreen();
  const authorOf = useAuthors();
  const quoted = conversation.messageOf(messageId);
  const name = quoted && authorOf(quoted).name;
  return (
    <Row
      as="button"
      align="center"
      size="sm"
      gap="sm"
      dim
      hover="text"
      className={css.quote}
      aria-label={name && text.showReplied(name)}
      onClick={() => reveal(messageId)}
    >
      <IconArrowBackUp size={14} aria-hidden />
      <Text as="span" truncate>
        {quoted ? (
          <>
            <Text as="b" weight={600}>
              {name}
            </Text>{' '}
            {quoted.text}
          </>
        ) : (
          (conversation.isDeleted(messageId) && text.gone) || '…'
        )}
      </Text>
    </Row>
  );
}
