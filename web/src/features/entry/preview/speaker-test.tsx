import { IconVolume } from '@tabler/icons-react';
import { useSpeakerTest } from '../../../sound/use-speaker-test.ts';
import { Row } from '../../../ui/layout/layout.tsx';
import classes from './preview.module.css';

/** Plays a sound through the chosen speaker. */
export function SpeakerTest({ outputId }: { outputId: string | undefined }) {
  const { label, outcome, play } = useSpeakerTest(outputId);
  return (
    <Row wrap align="center" gap="md" size="md" leading={1.5} dim className={classes.speakerTest}>
      <Row
        as="button"
        type="button"
        inline
        align="center"
        gap="sm"
        weight={500}
        tone="text"
        className={classes.testButton}
        onClick={() => void play()}
      >
        <IconVolume size={18} aria-hidden />
        {label}
      </Row>
      <span role="status">{outcome}</span>
    </Row>
  );
}
