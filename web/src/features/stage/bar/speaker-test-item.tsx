import { Menu } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import { useSpeakerTest } from '../../../sound/use-speaker-test.ts';
import css from './control-bar.module.css';

/** Plays a sound through the chosen speaker; the menu stays open for another choice. */
export function SpeakerTestItem({ speakerId }: { speakerId: string | undefined }) {
  const { label, outcome, play } = useSpeakerTest(speakerId);
  return (
    <Menu.Item
      leftSection={<IconVolume size={18} aria-hidden />}
      closeMenuOnClick={false}
      onClick={() => void play()}
    >
      {label}
      {outcome && <span className={css.menuHint}>{outcome}</span>}
    </Menu.Item>
  );
}
