import { IconVolume } from '@tabler/icons-react';
import { useSpeakerTest } from '../../../sound/use-speaker-test.ts';
import classes from './preview.module.css';

/** Plays a sound through the chosen speaker. */
export function SpeakerTest({ outputId }: { outputId: string | undefined }) {
  const { label, outcome, play } = useSpeakerTest(outputId);
  return (
    <div className={classes.speakerTest}>
      <button type="button" className={classes.testButton} onClick={() => void play()}>
        <IconVolume size={18} aria-hidden />
        {label}
      </button>
      <span role="status">{outcome}</span>
    </div>
  );
}
