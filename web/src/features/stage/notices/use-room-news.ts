import { useCallback, useEffect } from 'react';
import { api } from '../../../api/api.ts';
import { browserClock, serverTime } from '../../../kit/clock.ts';
import type { CallEntry, CallRoom } from '../../../models/call/call-contract.ts';
import { notifyOfClosing } from '../../../models/call/closing-news.ts';
import { followMuters } from '../../../models/call/people/mute-news.ts';
import { applyRoleChanges } from '../../../models/call/people/role-news.ts';
import { notifyOfHands } from '../../../models/gestures/hand-news.ts';
import { useChat } from '../../../room/chat-context.ts';
import { useGestures, useGesturesIfOpen, usePermissions, usePolls } from '../../../room/room-parts.tsx';
import { playSound } from '../../../sound/play-sound.ts';
import { useCall } from '../call-context.ts';
import { useMayRaise } from '../people/use-hands.ts';

/** H raises and lowers the own hand. */
export function useHandKey(): (code: string) => (() => void) | undefined {
  const hands = useGesturesIfOpen()?.hands;
  const may = useMayRaise();
  return useCallback(
    (code) => (code === 'KeyH' && may && hands ? () => void hands.toggle() : undefined),
    [hands, may],
  );
}

/** Shows a notice of a started poll, unless the polls are open. */
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

/** Shows a notice before the entry closes. */
export function useClosingNews(entry: CallEntry, { closesAt }: Pick<CallRoom, 'closesAt'>): void {
  const { notices } = useCall();
  useEffect(() => {
    const { spaceId, roomId, participantToken } = entry;
    const readClosesAt = async () => (await api(participantToken).getRoom({ spaceId, roomId })).closesAt;
    return notifyOfClosing({ closesAt, readClosesAt, notices, clock: serverTime });
  }, [entry, closesAt, notices]);
}

/** Applies role changes of this person, and reads again what depends on the role. */
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

/** Ends the own camera and screen when a moderator turns them off for everybody: the media server needs a moment. */
export function useSwitchNews(): void {
  const { state } = usePermissions();
  const call = useCall();
  useEffect(() => state.subscribe(() => call.applyPermissions(state.get())), [state, call]);
}

/** Shows who turned a source of this person off. */
export function useMuteNews(participantId: string): void {
  const call = useCall();
  const { live } = useChat();
  useEffect(() => followMuters({ live, call, participantId }), [live, call, participantId]);
}
