import { useMemo } from 'react';
import type { StageProps } from './call-contract.ts';
import { ChatContext } from './chat-context.ts';
import { RoomExtras } from './extras-context.tsx';
import { Part } from './faults/part.tsx';
import { ChatNews } from './features/chat/chat-news.tsx';
import { useChatSide } from './features/chat/chat-side.tsx';
import { useOpenChat } from './features/chat/use-open-chat.ts';
import { usePollsSide } from './features/polls/polls-side.tsx';
import { RunningPoll } from './features/polls/running-poll.tsx';
import Stage from './features/stage/index.ts';
import type { StageParts } from './stage-parts.ts';

/** The call with what belongs to it: the page composes the features, which do not know each other. */
export default function Meeting(props: StageProps) {
  const chat = useOpenChat(props);
  if (!chat) return null;
  return (
    <ChatContext value={chat}>
      <RoomExtras entry={props.entry}>
        <Parts {...props} />
      </RoomExtras>
    </ChatContext>
  );
}

const runningPoll = (
  <Part part="polls" look="line">
    <RunningPoll />
  </Part>
);

function Parts(props: StageProps) {
  const chatSide = useChatSide(runningPoll);
  const pollsSide = usePollsSide();
  const parts = useMemo<StageParts>(() => ({ sides: [chatSide, pollsSide], Over }), [chatSide, pollsSide]);
  return <Stage {...props} {...parts} />;
}

function Over() {
  return <ChatNews />;
}
