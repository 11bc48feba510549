import { VisuallyHidden } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { isOnStage } from '../../../models/call/layout/tiles.ts';
import { useGestures } from '../../../room/room-parts.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useOwnPerson } from '../call-context.ts';
import { Banner, BannerButton, BannerWords } from '../notices/banner.tsx';
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
        <Banner kind="hand">
          <IconHandStop size={18} aria-hidden />
          <BannerWords more={place === undefined ? undefined : text.inLine(place)}>
            {text.ownRaised}
          </BannerWords>
          <BannerButton onClick={() => void hands.set(false)}>{text.lower}</BannerButton>
        </Banner>
      )}
    </div>
  );
}
