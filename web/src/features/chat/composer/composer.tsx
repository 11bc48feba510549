import { IconMoodSmile, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { timeOfDay } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { reasonNotToWrite } from '../../../models/chat/conversation-state.ts';
import { longestMessage } from '../../../models/chat/draft.ts';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { secondsUntil, useNowUntil } from '../../../ui/use-now-until.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useAuthors, useConversation, useConversationScreen } from '../conversation-screen.ts';
import css from './composer.module.css';
import { EmojiPicker } from './emoji-picker.tsx';
import { MessageField } from './message-field.tsx';
import { useWriting } from './use-writing.ts';

type Props = { ref: Ref<HTMLTextAreaElement>; hint: string };

/** The field for a message, or the reason why this person cannot write. */
export function Composer({ ref, hint }: Props) {
  const until = useConversation((state) => state.mutedUntil ?? 0);
  const now = useNowUntil(until);
  const silence = useConversation((state) => reasonNotToWrite(state, now));
  if (silence) return <Silenced by={silence} until={until} />;
  return <Field ref={ref} hint={hint} />;
}

type SilencedProps = { by: NonNullable<ReturnType<typeof reasonNotToWrite>>; until: number };

function Silenced({ by, until }: SilencedProps) {
  const text = useText('chat');
  const language = useLanguage();
  const muted = Number.isFinite(until)
    ? text.mutedUntil(timeOfDay(new Date(until), language))
    : text.mutedForNow;
  const words = { muted, chat_off: text.chatOff, off: text.chatOffForAll, replay: text.replayed }[by];
  return (
    <Text fixed size="md" dim center rule="top" pretty className={css.silenced} role="status">
      {words}
    </Text>
  );
}

function Field({ ref, hint }: Props) {
  const text = useText('chat');
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement);
  const writing = useWriting(field);
  const { value } = writing;
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + (value === '' ? 0 : 2)}px`;
  }, [value]);
  const { takeFocus } = useConversationScreen();
  useEffect(() => takeFocus(field.current), [takeFocus]);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && writing.isAbout) {
      event.preventDefault();
      writing.cancel();
    } else if (event.key === 'ArrowUp' && value === '' && writing.editLast()) {
      event.preventDefault();
    }
  };
  return (
    <div className={css.composer}>
      <About />
      <Rules count={writing.count} />
      <MessageField
        ref={field}
        hint={hint}
        value={value}
        submitLabel={writing.isEditing ? text.save : text.send}
        maySubmit={writing.maySubmit}
        onWrite={writing.write}
        onSubmit={writing.submit}
        onKey={onKey}
      >
        <EmojiPicker label={text.emoji} labelOf={(emoji) => emoji} onPick={writing.insert}>
          {(open) => <IconButton icon={IconMoodSmile} size={40} aria-label={text.emoji} onClick={open} />}
        </EmojiPicker>
      </MessageField>
    </div>
  );
}

/** The message that is being replied to or edited. */
function About() {
  const text = useText('chat');
  const { conversation, write } = useConversationScreen();
  const writing = useStore(conversation.draft.writing);
  // Shows that the message was deleted or edited.
  useConversation((state) => state.messages);
  const authorOf = useAuthors();
  const id = writing.editing ?? writing.replyTo;
  if (id === undefined) return null;
  const message = conversation.messageOf(id);
  const cancel = (): void => {
    if (writing.editing === undefined) conversation.draft.replyTo(undefined);
    else conversation.draft.clear();
    write();
  };
  return (
    <Row align="center" gap="sm" p="0 md sm" pe="0">
      <Stack as="span" grow size="sm" className={css.aboutLines}>
        <Text as="b" weight={600} tone="accent">
          {writing.editing
            ? text.editing
            : text.replyingTo(authorOf(message ?? { userId: null, meta: null }).name)}
        </Text>
        <Text as="span" dim truncate>
          {message?.text ?? text.gone}
        </Text>
      </Stack>
      <IconButton icon={IconX} size={40} aria-label={text.cancel} onClick={cancel} />
    </Row>
  );
}

const warnAt = 3_600;

/** The characters that are left, once they are few. */
export function LengthRule({ count }: { count: number }) {
  const text = useText('chat');
  const left = longestMessage - count;
  if (count <= warnAt) return null;
  return (
    <Rule isBad={left < 0} role="status">
      {left < 0 ? text.tooLong(-left) : text.left(left)}
    </Rule>
  );
}

type RuleProps = { isBad?: boolean; role?: 'status'; children: string };

const Rule = ({ isBad = false, ...props }: RuleProps) => (
  <Text size="sm" dim={!isBad} tone="danger" tabular p="0 md sm" {...props} />
);

/** The rules that apply here, so that nobody learns them from a refusal. */
function Rules({ count }: { count: number }) {
  const text = useText('chat');
  const mayWriteAt = useConversation((state) => state.mayWriteAt);
  const isModerator = useConversation((state) => state.role === 'moderator');
  const isOff = useConversation((state) => !state.settings.isChatAllowed);
  const now = useNowUntil(mayWriteAt);
  const isSlowed = !isModerator && mayWriteAt > now;
  return (
    <>
      {isModerator && isOff && <Rule>{text.chatOffForOthers}</Rule>}
      {isSlowed && <Rule>{text.slowed(secondsUntil(mayWriteAt, now))}</Rule>}
      <LengthRule count={count} />
    </>
  );
}
