import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import type { RecordLayout } from '../../../../../contract/operations/records.ts';
import { useText } from '../../../i18n/language.ts';
import { serverClock } from '../../../kit/server-clock.ts';
import { createStore } from '../../../kit/store.ts';
import { type RecordingState, unknownRecording } from '../../../models/recording/recording.ts';
import { useRecordingIfOpen } from '../../../room/room-parts.tsx';
import type { Question } from '../../../ui/form/confirm.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { moreButtonId } from '../bar/keys-dialog.tsx';
import { useOwnPerson, useStage } from '../call-context.ts';

export const recordButtonId = 'call-record-button';

/** In ms. The server keeps nothing of a recording that is stopped within this time. */
const earlyFor = 3_000;

export type RecordControl = {
  /** Whether this person may start and stop recordings here. */
  may: boolean;
  phase: 'off' | 'starting' | 'on';
  isBusy: boolean;
  label: string;
  /** Starts or stops; both ask first. */
  act: () => void;
  onKey: (code: string) => (() => void) | undefined;
  isChoosing: boolean;
  start: (layout: RecordLayout) => void;
  stopChoosing: () => void;
  returnTo: () => HTMLElement | null | undefined;
};

const opener = (): HTMLElement | null =>
  document.getElementById(recordButtonId) ?? document.getElementById(moreButtonId);

const unknown = createStore<RecordingState>(unknownRecording);

/** Starts and stops recordings, for the button, the menu and the shortcut. */
export function useRecord(setQuestion: Dispatch<SetStateAction<Question | undefined>>): RecordControl {
  const text = useText('recording');
  const recording = useRecordingIfOpen();
  const { room } = useStage();
  const isModerator = useOwnPerson().role === 'moderator';
  const { phase: known, recordId, since, asking } = useStore(recording?.state ?? unknown);
  const phase = known === 'unknown' ? 'off' : known;
  const [isChoosing, setChoosing] = useState(false);
  const asked = useRef<Question>(undefined);
  // A running recording may be stopped even if the room's settings have changed.
  const may = recording !== undefined && isModerator && (room.isRecordAllowed || phase !== 'off');

  useEffect(() => {
    // Another moderator was first, or it ended: close the question.
    if (phase !== 'off' || !may) setChoosing(false);
    if (phase === 'off' || !may) setQuestion((shown) => (shown === asked.current ? undefined : shown));
  }, [phase, may, setQuestion]);

  const askToStop = (): void => {
    const isEarly = phase === 'starting' || (since !== undefined && serverClock.now() - since < earlyFor);
    asked.current = {
      title: text.stopTitle,
      text: isEarly ? text.stopEarlyText : text.stopText,
      yes: text.stopYes,
      no: text.goOn,
      act: () => void recording?.stop(recordId),
      returnTo: opener,
    };
    setQuestion(asked.current);
  };
  // A recording without an id cannot be cancelled yet.
  const isNamed = recordId !== undefined;
  const act = (): void => {
    if (asking === 'stop' || (phase === 'starting' && !isNamed)) return;
    if (phase === 'off') setChoosing(true);
    else askToStop();
  };
  const labels = { off: text.record, starting: isNamed ? text.cancelStart : text.starting, on: text.stop };
  return {
    may,
    phase,
    isBusy: phase === 'starting' || asking === 'stop',
    label: asking === 'stop' ? text.stopping : labels[phase],
    act,
    onKey: (code) => (code === 'KeyR' && may ? act : undefined),
    isChoosing,
    start: (layout) => void recording?.start(layout),
    stopChoosing: useCallback(() => setChoosing(false), []),
    returnTo: opener,
  };
}
