import { IconVolume, IconWifiOff } from '@tabler/icons-react';
import { SilentPartBoundary } from '../../../faults/part-boundary.tsx';
import { useText } from '../../../i18n/language.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import { useLasting } from '../../../ui/use-lasting.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useCallState, useStage } from '../call-context.ts';
import { OwnHand } from '../people/own-hand.tsx';
import { Banner, BannerButton } from './banner.tsx';
import css from './banners.module.css';
import { SilentBanner } from './silent-banner.tsx';

/** In ms. The SDK recovers from most interruptions within this time. */
const quietFor = 1_200;

/** Banners for lasting conditions at the top of the stage; they cover faces for a short time only. */
export function Banners() {
  return (
    <Stack align="center" gap="sm" className={css.banners}>
      <Reconnecting />
      <SoundBlocked />
      <SilentBanner />
      <SilentPartBoundary part="gestures">
        <OwnHand />
      </SilentPartBoundary>
    </Stack>
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
        <Banner kind="reconnecting">
          <IconWifiOff size={18} aria-hidden />
          {mediaGoesOn ? text.catchingUp : text.reconnecting}
          <span className={css.pulse} aria-hidden />
        </Banner>
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
    <Banner role="alert">
      {text.hearHint}
      {/* Still refused: the banner and its button stay. */}
      <BannerButton onClick={() => void sound.unblock().catch(() => undefined)}>
        <IconVolume size={18} aria-hidden />
        {text.hear}
      </BannerButton>
    </Banner>
  );
}
