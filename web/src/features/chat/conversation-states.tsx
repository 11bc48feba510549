import { Button } from '@mantine/core';
import { IconMessageCircle, IconMessageCircleOff } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import { serverClock } from '../../kit/server-clock.ts';
import type { Conversation } from '../../models/chat/conversation.ts';
import { reasonNotToWrite } from '../../models/chat/conversation-state.ts';
import { useChat } from '../../room/chat-context.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Bone } from '../../ui/parts/bone.tsx';
import { usePartOf } from '../../ui/use-store.ts';
import { useConversation, useConversationScreen } from './conversation-screen.ts';
import css from './conversation-states.module.css';

const lines = [62, 88, 45, 74, 30, 80];

/** A placeholder for messages. */
export function Skeleton() {
  const text = useText('chat');
  return (
    <Stack grow justify="end" gap="md" p="lg" role="status" aria-label={text.loading}>
      {lines.map((width, index) => (
        <Row key={width} align="center" gap="md">
          {index % 2 === 0 ? <Bone width={32} height={32} isRound /> : <span style={{ width: 32 }} />}
          <Bone width={`${width}%`} height={14} />
        </Row>
      ))}
    </Stack>
  );
}

type StateProps = {
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }>;
  title: string;
  hint?: string | undefined;
  role?: 'alert' | 'status';
  children?: ReactNode;
};

/** Replaces the messages. */
export const State = ({ icon: Icon, title, hint, role, children }: StateProps) => (
  <Stack grow align="center" justify="center" gap="xs" dim center className={css.state} role={role}>
    <Icon size={32} stroke={1.5} aria-hidden />
    <Text mt="sm" size="xl" weight={600} tone="text">
      {title}
    </Text>
    {hint !== undefined && (
      <Text mb="md" size="md" pretty>
        {hint}
      </Text>
    )}
    {children}
  </Stack>
);

export function EmptyConversation() {
  const text = useText('chat');
  const direct = useText('directs');
  const { room } = useChat();
  const { conversation } = useConversationScreen();
  const mayWrite = useConversation((state) => reasonNotToWrite(state, serverClock.now()) === undefined);
  const isReplay = useConversation((state) => state.isReplay);
  // Below the messages, the chat says why somebody cannot write.
  const writersHint = mayWrite ? text.emptyHint : undefined;
  const roomHint = isReplay ? text.emptyReplayHint : writersHint;
  return (
    <State
      icon={IconMessageCircle}
      title={text.empty}
      hint={conversation === room ? roomHint : direct.emptyHint}
    />
  );
}

const withoutReturn = ['removed_from_call', 'link_used', 'not_found', 'forbidden'];

export function Failed({ conversation }: { conversation: Conversation }) {
  const text = useText('chat');
  const chat = useChat();
  const reason = usePartOf(conversation.state, (state) => state.reason);
  const isFinal = withoutReturn.includes(reason ?? '');
  const again = (): void => {
    conversation.start();
    chat.live.retry();
  };
  return (
    <State
      icon={IconMessageCircleOff}
      role="alert"
      title={text.failed}
      hint={isFinal ? text.removedHint : text.failedHint}
    >
      <Button variant="default" onClick={again}>
        {text.tryAgain}
      </Button>
    </State>
  );
}
