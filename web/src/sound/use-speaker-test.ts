import { useState } from 'react';
import { useText } from '../i18n/language.ts';

export type SpeakerTest = {
  /** The text of the button. */
  label: string;
  /** The outcome as a sentence; empty before the first test. */
  outcome: string;
  play: () => Promise<void>;
};

/** Plays a test sound through an output device. */
export function useSpeakerTest(outputId: string | undefined): SpeakerTest {
  const text = useText('speakerTest');
  const [phase, setPhase] = useState<'idle' | 'playing' | 'played' | 'failed'>('idle');
  const play = async (): Promise<void> => {
    if (phase === 'playing') return;
    setPhase('playing');
    try {
      const { playTestSound } = await import('./test-sound.ts');
      await playTestSound(outputId);
      setPhase('played');
    } catch {
      setPhase('failed');
    }
  };
  return {
    label: { idle: text.test, playing: text.playing, played: text.again, failed: text.again }[phase],
    outcome: { idle: '', playing: '', played: text.heard, failed: text.failed }[phase],
    play,
  };
}
