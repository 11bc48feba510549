import { VisuallyHidden } from '@mantine/core';
import { IconLock, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Conversation } from '../../models/chat/conversation.ts';
import { useChat } from '../../room/chat-context.ts';
import { Grid, Pill, Row, Text } from '../../ui/layout/layout.tsx';
import { Count } from '../../ui/parts/count.tsx';
import { Avatar } from '../../ui/parts/initials-avatar.tsx';
import { usePartOf, useStore } from '../../ui/use-store.ts';
import css from './conversation-switch.module.css';
import { useDirectPartner } from './use-direct-partner.ts';

/** Chooses between the room's conversation and private ones, in one row. Hidden while there are none. */
export function ConversationSwitch() {
  const text = useText('directs');
  const chat = useChat();
  const isRoom = useStore(chat.shown) === chat.room;
  const directs = useStore(chat.directs);
  if (directs.length === 0) return null;
  return (
    <div className={css.bar}>
      <Row gap="sm" className={css.chips} role="group" aria-label={text.conversations}>
        <Chip conversation={chat.room} name={text.everybody}>
          <Grid as="span" fixed center ground="fill" className={css.everybody} aria-hidden>
            <IconUsers size={16} />
          </Grid>
        </Chip>
        {directs.map((conversation) => (
          <DirectChip key={conversation.id} conversation={conversation} />
        ))}
      </Row>
      {!isRoom && (
        <Row as="p" align="center" size="sm" dim gap="sm" className={css.note}>
          <IconLock size={14} aria-hidden />
          {text.onlyYou}
        </Row>
      )}
    </div>
  );
}

/** An empty private conversation is listed only while it is shown. */
function DirectChip({ conversation }: { conversation: Conversation }) {
  const chat = useChat();
  const { name, seed } = useDirectPartner(conversation);
  const isShown = useStore(chat.shown) === conversation;
  const isEmpty = usePartOf(
    conversation.state,
    ({ messages, pending }) => messages.length + pending.length === 0,
  );
  if (isEmpty && !isShown) return null;
  return (
    <Chip conversation={conversation} name={name} isPrivate>
      <Avatar name={name} seed={seed} size={28} />
    </Chip>
  );
}

type ChipProps = { conversation: Conversation; name: string; isPrivate?: boolean; children: ReactNode };

function Chip({ conversation, name, isPrivate = false, children }: ChipProps) {
  const text = useText('directs');
  const chat = useChat();
  const isShown = useStore(chat.shown) === conversation;
  const unread = usePartOf(conversation.state, (state) => state.unread);
  const chip = useRef<HTMLButtonElement>(null);
  const asksForAttention = isShown || unread > 0;
  // Many conversations do not fit into the row.
  useEffect(() => {
    if (asksForAttention) chip.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [asksForAttention]);
  return (
    <Pill
      ref={chip}
      fixed
      p="0 sm"
      tall={40}
      frame="line"
      className={css.chip}
      data-private={isPrivate || undefined}
      aria-current={isShown || undefined}
      onClick={() => chat.show(conversation)}
    >
      {children}
      <Text as="span" shrink size="md" weight={550} truncate title={name}>
        {name}
      </Text>
      {isPrivate && <IconLock size={14} aria-hidden />}
      {isPrivate && <VisuallyHidden>{text.privately}</VisuallyHidden>}
      {unread > 0 && (
        <Count isUrgent role="img" aria-label={text.unread(unread)} className={css.unread}>
          {unread}
        </Count>
      )}
    </Pill>
  );
}
