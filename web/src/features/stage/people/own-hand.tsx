import { VisuallyHidden } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { isOnStage } from '../../../models/call/layout/tiles.ts';
import { useGestures } from '../../../room/room-parts.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useOwnPerson } from '../call-context.ts';
import css from '../notices/banners.module.css';
import { useHandPosition } from './use-hands.ts';

/** The own raised hand: on the tile, or as text for people without a tile. */
export function OwnHand() {
  const text = useText('gestures');
  const { hands } = useGestures();
  const isUp = useStore(hands.mine);
  const me = useOwnPerson();
  const place = useHandPosition(me.id);
  const words = place === undefined ? text.ownRaised : `${text.ownRaised}. ${text.inLine(place)}.`;
  return (
    <div role="status" aria-live="polite">
      {isUp && isOnStage(me) && <VisuallyHidden>{words}</VisuallyHidden>}
      {isUp && !isOnStage(me) && (
        <div className={css.banner} data-kind="hand">
          <IconHandStop size={18} aria-hidden />
          <span className={css.lines}>
            {text.ownRaised}
            {place !== undefined && <span className={css.quiet}>{text.inLine(place)}</span>}
          </span>
          <button type="button" className={css.act} onClick={() => void hands.set(false)}>
            {text.lower}
          </button>
        </div>
      )}
    </div>
  );
}
