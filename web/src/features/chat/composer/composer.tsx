import { IconArrowUp, IconMoodSmile, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { reasonNotToWrite } from '../../../models/chat/conversation-state.ts';
import { longestMessage } from '../../../models/chat/draft.ts';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useAuthors, useConversation, useConversationScreen } from '../conversation-screen.ts';
import { timeOf } from '../messages/times.ts';
import { secondsUntil, useNowUntil } from '../use-now-until.ts';
import css from './composer.module.css';
import { EmojiPicker } from './emoji-picker.tsx';
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

function Silenced({ by, until }: { by: 'muted' | 'chat_off'; until: number }) {
  const text = useText('chat');
  const language = useLanguage();
  const words = Number.isFinite(until)
    ? text.mutedUntil(timeOf(new Date(until), language))
    : text.mutedForNow;
  return (
    <p className={css.silenced} role="status">
      {by === 'muted' ? words : text.chatOff}
    </p>
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
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      writing.submit();
    } else if (event.key === 'Escape' && writing.isAbout) {
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
      <div className={css.field}>
        <textarea
          ref={field}
          className={css.text}
          rows={1}
          dir="auto"
          aria-label={hint}
          placeholder={hint}
          enterKeyHint="send"
          value={value}
          onChange={(event) => writing.write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <EmojiPicker label={text.emoji} labelOf={(emoji) => emoji} onPick={writing.insert}>
          {(open) => (
            <IconButton size={40} aria-label={text.emoji} onClick={open}>
              <IconMoodSmile size={20} aria-hidden />
            </IconButton>
          )}
        </EmojiPicker>
        <button
          type="button"
          className={css.send}
          aria-label={writing.isEditing ? text.save : text.send}
          disabled={!writing.maySubmit}
          onClick={writing.submit}
        >
          <IconArrowUp size={20} stroke={2.25} aria-hidden />
        </button>
      </div>
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
    <div className={css.about}>
      <span className={css.aboutLines}>
        <b>
          {writing.editing
            ? text.editing
            : text.replyingTo(authorOf(message ?? { userId: null, meta: null }).name)}
        </b>
        <span className={css.aboutText}>{message?.text ?? text.gone}</span>
      </span>
      <IconButton size={40} aria-label={text.cancel} onClick={cancel}>
        <IconX size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

const warnAt = 3_600;

/** The characters that are left, once they are few. */
export function LengthRule({ count }: { count: number }) {
  const text = useText('chat');
  const left = longestMessage - count;
  if (count <= warnAt) return null;
  return (
    <p className={css.rule} data-bad={left < 0 || undefined} role="status">
      {left < 0 ? text.tooLong(-left) : text.left(left)}
    </p>
  );
}

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
      {isModerator && isOff && <p className={css.rule}>{text.chatOffForOthers}</p>}
      {isSlowed && <p className={css.rule}>{text.slowed(secondsUntil(mayWriteAt, now))}</p>}
      <LengthRule count={count} />
    </>
  );
}
