import { IconVolume } from '@tabler/icons-react';
import { useSpeakerTest } from '../../../sound/use-speaker-test.ts';
import { Pill, Row } from '../../../ui/layout/layout.tsx';

/** Plays a sound through the chosen speaker. */
export function SpeakerTest({ outputId }: { outputId: string | undefined }) {
  const { label, outcome, play } = useSpeakerTest(outputId);
  return (
    <Row wrap align="center" size="md" dim gap="xs md">
      <Pill
        size="md"
        weight={500}
        tone="text"
        tall={44}
        frame="line-strong"
        hover="fill"
        onClick={() => void play()}
      >
        <IconVolume size={18} aria-hidden />
        {label}
      </Pill>
      <span role="status">{outcome}</span>
    </Row>
  );
}
