import { IconHandStop } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { useGestures } from '../../../room/room-parts.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useOwnPerson } from '../call-context.ts';
import { useHandPositions, useMayRaise } from '../people/use-hands.ts';
import { BarButton } from './bar-button.tsx';
import { useLock } from './use-locks.ts';

/** Raises and lowers the own hand; for moderators with the number of raised hands. */
export function HandButton() {
  const text = useText('gestures');
  const { hands } = useGestures();
  const isUp = useStore(hands.mine);
  const count = useHandPositions().size;
  const isModerator = useOwnPerson().role === 'moderator';
  const lock = useLock(useMayRaise() ? undefined : { kind: 'hands-off' });
  return (
    <BarButton
      label={isUp ? text.lower : text.raise}
      shortcut="H"
      look={isUp ? 'active' : 'quiet'}
      lock={lock}
      aria-pressed={isUp}
      count={isModerator && count > 0 ? count : undefined}
      countLabel={text.handsUp(count)}
      isUrgent
      onClick={() => void hands.toggle()}
    >
      <IconHandStop size={22} aria-hidden />
    </BarButton>
  );
}
