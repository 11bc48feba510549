import { Menu, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconChevronDown, IconLock, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Conversation } from '../../models/chat/conversation.ts';
import { useChat } from '../../room/chat-context.ts';
import { Avatar } from '../../ui/parts/initials-avatar.tsx';
import { usePartOf, useStore } from '../../ui/use-store.ts';
import css from './conversation-switch.module.css';
import { useDirectPartner } from './use-direct-partner.ts';
import { useUnread } from './use-unread.ts';

/** Chooses between the room's conversation and direct ones. Hidden while there are none. */
export function ConversationSwitch() {
  const text = useText('directs');
  const chat = useChat();
  const shown = useStore(chat.shown);
  const directs = useStore(chat.directs);
  const isRoom = shown === chat.room;
  if (directs.length === 0) return null;
  return (
    <div className={css.bar}>
      <Menu withInitialFocusPlaceholder={false} position="bottom-start" shadow="lg" width={300}>
        <Menu.Target>
          <button type="button" className={css.opener}>
            {isRoom ? <RoomName /> : <DirectName conversation={shown} />}
            <Elsewhere shown={shown} />
            <VisuallyHidden>{text.choose}</VisuallyHidden>
            <IconChevronDown size={16} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown mah="min(420px, 70dvh)" style={{ overflowY: 'auto' }}>
          <RoomItem />
          <Menu.Divider />
          <Menu.Label>{text.privately}</Menu.Label>
          {directs.map((conversation) => (
            <DirectItem key={conversation.id} conversation={conversation} />
          ))}
        </Menu.Dropdown>
      </Menu>
      {!isRoom && (
        <p className={css.note}>
          <IconLock size={14} aria-hidden />
          {text.onlyYou}
        </p>
      )}
    </div>
  );
}

function RoomName() {
  const text = useText('directs');
  return (
    <span className={css.name}>
      <span className={css.everybody} aria-hidden>
        <IconUsers size={16} />
      </span>
      <span className={css.words}>{text.everybody}</span>
    </span>
  );
}

function DirectName({ conversation }: { conversation: Conversation }) {
  const { name, seed } = useDirectPartner(conversation);
  return (
    <span className={css.name}>
      <Avatar name={name} seed={seed} size={28} />
      <span className={css.words}>{name}</span>
    </span>
  );
}

function RoomItem() {
  const { room } = useChat();
  return (
    <Item conversation={room}>
      <RoomName />
    </Item>
  );
}

/** An empty direct conversation is listed only while it is shown. */
function DirectItem({ conversation }: { conversation: Conversation }) {
  const chat = useChat();
  const isShown = useStore(chat.shown) === conversation;
  const isEmpty = usePartOf(
    conversation.state,
    ({ messages, pending }) => messages.length + pending.length === 0,
  );
  if (isEmpty && !isShown) return null;
  return (
    <Item conversation={conversation}>
      <DirectName conversation={conversation} />
    </Item>
  );
}

function Item({ conversation, children }: { conversation: Conversation; children: ReactNode }) {
  const text = useText('directs');
  const chat = useChat();
  const isShown = useStore(chat.shown) === conversation;
  const unread = usePartOf(conversation.state, (state) => state.unread);
  return (
    <Menu.Item
      aria-current={isShown || undefined}
      rightSection={
        unread > 0 ? (
          <span className={css.unread} role="img" aria-label={text.unread(unread)}>
            {unread}
          </span>
        ) : (
          isShown && <IconCheck size={18} aria-hidden />
        )
      }
      onClick={() => chat.show(conversation)}
    >
      {children}
    </Menu.Item>
  );
}

/** A dot if another conversation than the shown one has unread messages. */
function Elsewhere({ shown }: { shown: Conversation }) {
  const text = useText('directs');
  const count = useUnreadBeside(shown);
  if (count === 0) return null;
  return (
    <span className={css.unread} role="img" aria-label={text.unreadElsewhere(count)}>
      {count}
    </span>
  );
}

function useUnreadBeside(shown: Conversation): number {
  const all = useUnread() ?? 0;
  const here = usePartOf(shown.state, (state) => state.unread);
  return Math.max(0, all - here);
}
