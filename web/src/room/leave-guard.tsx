import { useEffect, useRef, useState } from 'react';
import { useCall, useCallState } from '../features/stage/call-context.ts';
import { useText } from '../i18n/language.ts';
import { background } from '../models/call/background/background.ts';
import { keepDevices } from '../models/visit/kept-call.ts';
import { Confirm, type Question } from '../ui/form/confirm.tsx';
import { useStore } from '../ui/use-store.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

/** In ms. How often the page stores that the call is still open. */
const keepEvery = 60_000;

/** Asks before the call is left by accident, and keeps it for a reload. */
export function LeaveGuard() {
  const text = useText('leaving');
  const call = useCall();
  const [question, setQuestion] = useState<Question>();
  const focused = useRef<HTMLElement>(null);
  useKeptDevices();
  useLeaveGuard({
    isOver: () => call.state.get().connection.phase === 'ended',
    onAsk: () => {
      // A second Back, while the question is shown, keeps where the focus was before the first.
      if (!question) focused.current = document.activeElement as HTMLElement | null;
      setQuestion({
        title: text.title,
        text: text.text,
        yes: text.leave,
        act: () => void call.leave(),
        returnTo: () => focused.current,
      });
    },
  });
  return <Confirm question={question} cancel={text.stay} onClose={() => setQuestion(undefined)} />;
}

function useKeptDevices(): void {
  const { media } = useCall();
  const audioEnabled = useCallState(({ microphone }) => microphone.on);
  const videoEnabled = useCallState(({ camera }) => camera.on);
  const shownBackground = useStore(background);
  useEffect(() => {
    const keep = (): void =>
      keepDevices({
        audioEnabled,
        videoEnabled,
        audioDeviceId: media.microphone.chosenDevice,
        videoDeviceId: media.camera.chosenDevice,
        background: shownBackground,
      });
    keep();
    const timer = setInterval(keep, keepEvery);
    return () => clearInterval(timer);
  }, [media, audioEnabled, videoEnabled, shownBackground]);
}
