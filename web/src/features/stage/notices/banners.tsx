import { IconVolume, IconWifiOff } from '@tabler/icons-react';
import { SilentPartBoundary } from '../../../faults/part-boundary.tsx';
import { useText } from '../../../i18n/language.ts';
import { useLasting } from '../../../ui/use-lasting.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useCallState, useStage } from '../call-context.ts';
import { OwnHand } from '../people/own-hand.tsx';
import css from './banners.module.css';
import { SilentBanner } from './silent-banner.tsx';

/** In ms. The SDK recovers from most interruptions within this time. */
const quietFor = 1_200;

/** Banners for lasting conditions at the top of the stage; they cover faces for a short time only. */
export function Banners() {
  return (
    <div className={css.banners}>
      <Reconnecting />
      <SoundBlocked />
      <SilentBanner />
      <SilentPartBoundary part="gestures">
        <OwnHand />
      </SilentPartBoundary>
    </div>
  );
}

function Reconnecting() {
  const text = useText('stage');
  const isAway = useCallState(({ connection }) => connection.phase === 'reconnecting');
  const mediaGoesOn = useCallState((state) => state.isMediaFlowing);
  const isShown = useLasting(isAway, quietFor);
  return (
    <div role="status" aria-live="polite">
      {isShown && (
        <div className={css.banner} data-kind="reconnecting">
          <IconWifiOff size={18} aria-hidden />
          {mediaGoesOn ? text.catchingUp : text.reconnecting}
          <span className={css.pulse} aria-hidden />
        </div>
      )}
    </div>
  );
}

function SoundBlocked() {
  const text = useText('stage');
  const { sound } = useStage();
  const isBlocked = useStore(sound.blocked);
  if (!isBlocked) return null;
  return (
    <div className={css.banner} role="alert">
      {text.hearHint}
      {/* Still refused: the banner and its button stay. */}
      <button type="button" className={css.act} onClick={() => void sound.unblock().catch(() => undefined)}>
        <IconVolume size={18} aria-hidden />
        {text.hear}
      </button>
    </div>
  );
}
