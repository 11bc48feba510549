import { Menu, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconChevronDown, IconLock, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Conversation } from '../../models/chat/conversation.ts';
import { useChat } from '../../room/chat-context.ts';
import { Grid, Row, Text } from '../../ui/layout/layout.tsx';
import { Count } from '../../ui/parts/count.tsx';
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
      <Menu position="bottom-start" width={300}>
        <Menu.Target>
          <Row
            as="button"
            type="button"
            align="center"
            gap="sm"
            size="lg"
            weight={600}
            className={css.opener}
          >
            {isRoom ? <RoomName /> : <DirectName conversation={shown} />}
            <Elsewhere shown={shown} />
            <VisuallyHidden>{text.choose}</VisuallyHidden>
            <IconChevronDown size={16} aria-hidden />
          </Row>
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
        <Row as="p" align="center" size="sm" dim className={css.note}>
          <IconLock size={14} aria-hidden />
          {text.onlyYou}
        </Row>
      )}
    </div>
  );
}

function RoomName() {
  const text = useText('directs');
  return (
    <Name text={text.everybody}>
      <Grid as="span" fixed center className={css.everybody} aria-hidden>
        <IconUsers size={16} />
      </Grid>
    </Name>
  );
}

const Name = ({ text, children }: { text: string; children: ReactNode }) => (
  <Row as="span" grow align="center" className={css.name}>
    {children}
    <Text as="span" truncate>
      {text}
    </Text>
  </Row>
);

function DirectName({ conversation }: { conversation: Conversation }) {
  const { name, seed } = useDirectPartner(conversation);
  return (
    <Name text={name}>
      <Avatar name={name} seed={seed} size={28} />
    </Name>
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
          <Unread label={text.unread(unread)} count={unread} />
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
  return count > 0 && <Unread label={text.unreadElsewhere(count)} count={count} />;
}

const Unread = ({ label, count }: { label: string; count: number }) => (
  <Count isUrgent role="img" aria-label={label} className={css.unread}>
    {count}
  </Count>
);

function useUnreadBeside(shown: Conversation): number {
  const all = useUnread() ?? 0;
  const here = usePartOf(shown.state, (state) => state.unread);
  return Math.max(0, all - here);
}
