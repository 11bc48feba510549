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
import { type ComponentProps, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { serverClock } from '../../../kit/server-clock.ts';
import { reasonNotToWrite } from '../../../models/chat/conversation-state.ts';
import { isPersonal } from '../../../models/chat/personal-messages.ts';
import type { Message } from '../../../models/chat/types.ts';
import { useChat } from '../../../room/chat-context.ts';
import { useDirect, useMayWriteDirectly } from '../../../room/use-direct.ts';
import { Grid, Row } from '../../../ui/layout/layout.tsx';
import { copyText } from '../../../ui/parts/copying.ts';
import { MenuItem } from '../../../ui/parts/menu-item.tsx';
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
    <Row frame="line" ground="surface" className={css.tools} data-tools>
      {mayWrite && !isPersonal(message) && (
        <>
          <EmojiPicker
            label={text.react}
            labelOf={text.reactWith}
            onPick={(emoji) => void conversation.actions.toggle(message, emoji)}
            onOpen={onHold}
          >
            {(open) => (
              <Tool aria-label={text.react} onClick={open}>
                <IconMoodSmile size={18} aria-hidden />
              </Tool>
            )}
          </EmojiPicker>
          <Tool aria-label={text.reply} onClick={reply}>
            <IconArrowBackUp size={18} aria-hidden />
          </Tool>
        </>
      )}
      <MessageMenu message={message} author={author} onHold={onHold} />
    </Row>
  );
}

const Tool = (props: ComponentProps<'button'>) => (
  <Grid as="button" center {...props} radius="sm" dim className={css.tool} />
);

function MessageMenu({ message, author, onHold }: Props) {
  const text = useText('chat');
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean): void => {
    setOpen(next);
    onHold(next);
  };
  return (
    <Menu opened={isOpen} onChange={change} position="bottom-end" width={290}>
      <Menu.Target>
        <Tool aria-label={text.moreOf(author.name)}>
          <IconDots size={18} aria-hidden />
        </Tool>
      </Menu.Target>
      <Menu.Dropdown>
        {/* If the browser refuses, the text can still be selected. */}
        <MenuItem icon={IconCopy} onClick={() => void copyText(message.text)}>
          {text.copy}
        </MenuItem>
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
    <MenuItem icon={IconPencil} onClick={edit}>
      {text.edit}
    </MenuItem>
  );
}

/** Writes to the author: a moderator may write to everybody, everybody to a moderator. */
function WriteItem({ author }: Pick<Props, 'author'>) {
  const text = useText('directs');
  const { room } = useChat();
  const { conversation } = useConversationScreen();
  const role = useConversation((state) => state.role);
  const mayWriteDirectly = useMayWriteDirectly();
  const write = useDirect();
  if (author.isMe || !author.id || conversation !== room) return null;
  if (role !== 'moderator' && !author.isModerator) return null;
  if (!mayWriteDirectly) return null;
  return (
    <MenuItem
      icon={IconMessageCircle}
      onClick={() => write({ userId: author.id, name: author.fullName || author.name })}
    >
      {text.writePrivately}
    </MenuItem>
  );
}

function ModeratorItems({ message, author }: ItemProps) {
  const text = useText('chat');
  const { conversation } = useConversationScreen();
  const role = useConversation((state) => state.role);
  const isPinned = useConversation((state) => state.pins.some(({ messageId }) => messageId === message.id));
  const isReplay = useConversation((state) => state.isReplay);
  // In a replay nobody writes, and no message is pinned.
  if (role !== 'moderator' || isReplay) return null;
  const { actions } = conversation;
  return (
    <>
      <MenuItem
        icon={isPinned ? IconPinnedOff : IconPin}
        onClick={() => void (isPinned ? actions.unpin(message.id) : actions.pin(message.id))}
      >
        {isPinned ? text.unpin : text.pin}
      </MenuItem>
      {!author.isMe && !author.isModerator && message.userId && (
        <>
          <Menu.Divider />
          <Menu.Label>{author.name}</Menu.Label>
          <MuteItems author={author} />
        </>
      )}
    </>
  );
}

/** The state of the author decides: who is muted can be allowed to write again, who is not can be muted. */
function MuteItems({ author }: Pick<Props, 'author'>) {
  const text = useText('chat');
  const { actions } = useConversationScreen().conversation;
  const isMuted = useConversation(({ muted }) => (muted.get(author.id) ?? 0) > serverClock.now());
  if (isMuted) {
    return (
      <MenuItem icon={IconMessageCirclePlus} onClick={() => void actions.mute(author.id, 0)}>
        {text.unmute}
      </MenuItem>
    );
  }
  return (
    <>
      <MenuItem icon={IconClock} onClick={() => void actions.mute(author.id, 300)}>
        {text.muteFor}
      </MenuItem>
      <MenuItem icon={IconMessageCircleOff} onClick={() => void actions.mute(author.id)}>
        {text.mute}
      </MenuItem>
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
      <MenuItem icon={IconTrash} isDanger onClick={askToRemove}>
        {text.remove}
      </MenuItem>
    </>
  );
}
