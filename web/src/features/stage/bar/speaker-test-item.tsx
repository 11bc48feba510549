import { IconVolume } from '@tabler/icons-react';
import { useSpeakerTest } from '../../../sound/use-speaker-test.ts';
import { MenuItem } from '../../../ui/parts/menu-item.tsx';
import { MenuHint } from './menu-hint.tsx';

/** Plays a sound through the chosen speaker; the menu stays open for another choice. */
export function SpeakerTestItem({ speakerId }: { speakerId: string | undefined }) {
  const { label, outcome, play } = useSpeakerTest(speakerId);
  return (
    <MenuItem icon={IconVolume} closeMenuOnClick={false} onClick={() => void play()}>
      {label}
      {outcome && <MenuHint>{outcome}</MenuHint>}
    </MenuItem>
  );
}
