import { useCallback, useEffect } from 'react';
import { browserClock } from '../../../kit/clock.ts';
import { applyRoleChanges } from '../../../models/call/people/role-news.ts';
import { notifyOfHands } from '../../../models/gestures/hand-news.ts';
import { useChat } from '../../../room/chat-context.ts';
import { useGestures, useGesturesIfOpen, usePolls } from '../../../room/extras-context.tsx';
import { playSound } from '../../../sound/play-sound.ts';
import { useCall } from '../call-context.ts';
import { useMayRaise } from '../people/use-hands.ts';

/** H raises the own hand and lowers it. */
export function useHandKey(): (code: string) => (() => void) | undefined {
  const hands = useGesturesIfOpen()?.hands;
  const may = useMayRaise();
  return useCallback(
    (code) => (code === 'KeyH' && may && hands ? () => void hands.toggle() : undefined),
    [hands, may],
  );
}

/** Tells of a poll that starts, unless the polls are on the page anyway. */
export function usePollNews(): void {
  const polls = usePolls();
  const { notices } = useCall();
  useEffect(() => {
    const releases = [
      polls.onStarted(({ question }) => {
        if (polls.isWatched) return;
        notices.add({ kind: 'poll-started', question });
        playSound('poll');
      }),
      polls.waiting.subscribe(() => {
        if (polls.waiting.get() > 0) return;
        for (const { id, kind } of notices.list.get()) if (kind === 'poll-started') notices.dismiss(id);
      }),
    ];
    return () => {
      for (const release of releases) release();
    };
  }, [polls, notices]);
}

export function useHandNews(): void {
  const { hands } = useGestures();
  const call = useCall();
  useEffect(
    () => notifyOfHands({ hands, call, clock: browserClock, ring: () => playSound('hand') }),
    [hands, call],
  );
}

/** Takes on the role that somebody gives this person, and reads again what a role shows. */
export function useRoleNews(participantId: string): void {
  const call = useCall();
  const chat = useChat();
  const polls = usePolls();
  useEffect(
    () =>
      applyRoleChanges({
        live: chat.live,
        call,
        participantId,
        changed: () => {
          void chat.room.refresh();
          void polls.refresh();
        },
      }),
    [call, chat, polls, participantId],
  );
}
