import { IconBadgeCc, IconBadgeCcFilled } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import { Control } from './player-controls.tsx';

/** The switch of the captions. */
export type CaptionSwitch = { isOn: boolean; toggle: () => void };

export function CaptionsButton({ isOn, toggle }: CaptionSwitch) {
  const text = useText('player');
  const Icon = isOn ? IconBadgeCcFilled : IconBadgeCc;
  return (
    <Control label={text.captions} aria-pressed={isOn} onClick={toggle}>
      <Icon size={22} stroke={1.7} aria-hidden />
    </Control>
  );
}
