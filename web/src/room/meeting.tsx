import { useMemo } from 'react';
import { Part } from '../faults/part.tsx';
import { ChatNews } from '../features/chat/chat-news.tsx';
import { useChatSide } from '../features/chat/chat-side.tsx';
import { usePollsSide } from '../features/polls/polls-side.tsx';
import { RunningPoll } from '../features/polls/running-poll.tsx';
import Stage from '../features/stage/index.ts';
import type { StageProps } from '../models/call/call-contract.ts';
import { RoomExtras } from './extras-context.tsx';
import type { StageParts } from './stage-parts.ts';

/** The call with what belongs to it: the page composes the features, which do not know each other. */
export default function Meeting(props: StageProps) {
  return (
    <RoomExtras entry={props.entry} room={props.room}>
      <Parts {...props} />
    </RoomExtras>
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
