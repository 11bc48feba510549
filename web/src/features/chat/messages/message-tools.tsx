import { Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconClock,
  IconCopy,
  IconDots,
  IconMessageCircle,
  IconMessageCircleOff,
  IconMessageCirclePlus,
  IconMoodSmile,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { serverClock } from '../../../kit/server-clock.ts';
import { reasonNotToWrite } from '../../../models/chat/conversation-state.ts';
import { isPersonal } from '../../../models/chat/personal-messages.ts';
import type { Message } from '../../../models/chat/types.ts';
import { useChat } from '../../../room/chat-context.ts';
import { useDirect } from '../../../room/use-direct.ts';
import { copyText } from '../../../ui/parts/copying.ts';
import { EmojiPicker } from '../composer/emoji-picker.tsx';
import { type Author, useConversation, useConversationScreen } from '../conversation-screen.ts';
import css from './message-tools.module.css';
import { isEditable } from './rows.ts';

type Props = { message: Message; author: Author; onHold: (isHeld: boolean) => void };

/** The actions on a message, at its corner. */
export function MessageTools({ message, author, onHold }: Props) {
  const text = useText('chat');
  const { conversation, write } = useConversationScreen();
  const mayWrite = useConversation((state) => reasonNotToWrite(state, serverClock.now()) === undefined);
  const reply = (): void => {
    conversation.draft.replyTo(message.id);
    write();
  };
  return (
    <div className={css.tools}>
      {mayWrite && !isPersonal(message) && (
        <>
          <EmojiPicker
            label={text.react}
            labelOf={text.reactWith}
            onPick={(emoji) => void conversation.actions.toggle(message, emoji)}
            onOpen={onHold}
          >
            {(open) => (
              <button type="button" className={css.tool} aria-label={text.react} onClick={open}>
                <IconMoodSmile size={18} aria-hidden />
              </button>
            )}
          </EmojiPicker>
          <button type="button" className={css.tool} aria-label={text.reply} onClick={reply}>
            <IconArrowBackUp size={18} aria-hidden />
          </button>
        </>
      )}
      <MessageMenu message={message} author={author} onHold={onHold} />
    </div>
  );
}

function MessageMenu({ message, author, onHold }: Props) {
  const text = useText('chat');
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean): void => {
    setOpen(next);
    onHold(next);
  };
  const copy = (): void => {
    // If the browser refuses, the text can still be selected.
    void copyText(message.text);
  };
  return (
    <Menu
      opened={isOpen}
      onChange={change}
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      shadow="lg"
      width={290}
    >
      <Menu.Target>
        <button ref={opener} type="button" className={css.tool} aria-label={text.moreOf(author.name)}>
          <IconDots size={18} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
          {text.copy}
        </Menu.Item>
        {!isPersonal(message) && (
          <>
            <OwnItems message={message} author={author} />
            <WriteItem author={author} />
            <ModeratorItems message={message} author={author} />
            <RemoveItem message={message} author={author} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

type ItemProps = Pick<Props, 'message' | 'author'>;

function OwnItems({ message, author }: ItemProps) {
  const text = useText('chat');
  const { conversation, write } = useConversationScreen();
  const role = useConversation((state) => state.role);
  const mayWrite = useConversation((state) => reasonNotToWrite(state, serverClock.now()) === undefined);
  if (!author.isMe || !mayWrite || !isEditable(message, role, serverClock.now())) return null;
  const edit = (): void => {
    conversation.draft.edit(message.id, message.text);
    // Wait until the menu has returned the focus to its button.
    setTimeout(write);
  };
  return (
    <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={edit}>
      {text.edit}
    </Menu.Item>
  );
}

/** Writes to the author: a moderator may write to everybody, everybody to a moderator. */
function WriteItem({ author }: Pick<Props, 'author'>) {
  const text = useText('directs');
  const { room } = useChat();
  const { conversation } = useConversationScreen();
  const role = useConversation((state) => state.role);
  const write = useDirect();
  if (author.isMe || !author.id || conversation !== room) return null;
  if (role !== 'moderator' && !author.isModerator) return null;
  return (
    <Menu.Item
      leftSection={<IconMessageCircle size={18} aria-hidden />}
      onClick={() => write({ userId: author.id, name: author.fullName || author.name })}
    >
      {text.writePrivately}
    </Menu.Item>
  );
}

function ModeratorItems({ message, author }: ItemProps) {
  const text = useText('chat');
  const { conversation } = useConversationScreen();
  const role = useConversation((state) => state.role);
  const isPinned = useConversation((state) => state.pins.some(({ messageId }) => messageId === message.id));
  if (role !== 'moderator') return null;
  const { actions } = conversation;
  const PinIcon = isPinned ? IconPinnedOff : IconPin;
  return (
    <>
      <Menu.Item
        leftSection={<PinIcon size={18} aria-hidden />}
        onClick={() => void (isPinned ? actions.unpin(message.id) : actions.pin(message.id))}
      >
        {isPinned ? text.unpin : text.pin}
      </Menu.Item>
      {!author.isMe && message.userId && (
        <>
          <Menu.Divider />
          <Menu.Label>{author.name}</Menu.Label>
          <Menu.Item
            leftSection={<IconClock size={18} aria-hidden />}
            onClick={() => void actions.mute(author.id, 300)}
          >
            {text.muteFor}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconMessageCircleOff size={18} aria-hidden />}
            onClick={() => void actions.mute(author.id)}
          >
            {text.mute}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconMessageCirclePlus size={18} aria-hidden />}
            onClick={() => void actions.mute(author.id, 0)}
          >
            {text.unmute}
          </Menu.Item>
        </>
      )}
    </>
  );
}

function RemoveItem({ message, author }: ItemProps) {
  const text = useText('chat');
  const { conversation, ask, write } = useConversationScreen();
  const role = useConversation((state) => state.role);
  if (role !== 'moderator' && !(author.isMe && isEditable(message, role, serverClock.now()))) return null;
  const askToRemove = (): void =>
    ask({
      title: text.removeTitle,
      text: text.removeText,
      yes: text.remove,
      act: () => void conversation.actions.remove(message.id),
      // The message and its button may be gone by then.
      returnTo: () => {
        write();
        return undefined;
      },
    });
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        className={css.danger ?? ''}
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={askToRemove}
      >
        {text.remove}
      </Menu.Item>
    </>
  );
}
