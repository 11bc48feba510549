import { IconVolume, IconWifiOff } from '@tabler/icons-react';
import { SilentPartBoundary } from '../../../faults/part-boundary.tsx';
import { useText } from '../../../i18n/language.ts';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { useLasting } from '../../../ui/use-lasting.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useCall, useCallState, useStage } from '../call-context.ts';
import { OwnHand } from '../people/own-hand.tsx';
import { Banner, BannerButton } from './banner.tsx';
import css from './banners.module.css';
import { SharingBanner } from './sharing-banner.tsx';
import { SilentBanner } from './silent-banner.tsx';

/** In ms. The SDK recovers from most interruptions within this time, while sound and video go on. */
const quietFor = 1_200;
/** In ms. After this time a person may prefer to leave. */
const offerLeaveAfter = 30_000;

type BannersProps = {
  /** A panel covers them, and shows the one about the connection itself. */
  areCovered: boolean;
};

/** Banners for lasting conditions above the tiles; they take their own space and cover nobody. */
export function Banners({ areCovered }: BannersProps) {
  return (
    <Stack fixed align="center" p="0 md">
      <SharingBanner />
      {!areCovered && <Reconnecting />}
      <SoundBlocked />
      <SilentBanner />
      <SilentPartBoundary part="gestures">
        <OwnHand />
      </SilentPartBoundary>
    </Stack>
  );
}

/** The connection is lost, or the chat and the hands alone. */
export function Reconnecting() {
  const text = useText('stage');
  const words = useText('moderation');
  const call = useCall();
  const isAway = useCallState(({ connection }) => connection.phase === 'reconnecting');
  const mediaGoesOn = useCallState((state) => state.isMediaFlowing);
  const isLost = useCallState((state) => state.ownLinkLostAt !== undefined);
  const isAwayForLong = useLasting(isAway, quietFor);
  const mayLeave = useLasting(isLost, offerLeaveAfter);
  return (
    <div role="status" aria-live="polite">
      {(isLost || isAwayForLong) && (
        <Banner kind="reconnecting">
          <IconWifiOff size={18} aria-hidden />
          <span className={css.words}>{mediaGoesOn ? text.catchingUp : text.reconnecting}</span>
          <Text as="span" square={8} radius="round" pulse className={css.pulse} aria-hidden />
          {isLost && (
            <Row fixed gap="sm">
              <BannerButton onClick={() => call.tryNow()}>{text.tryNow}</BannerButton>
              {mayLeave && (
                <BannerButton aria-label={words.leaveOnly} onClick={() => void call.leave()}>
                  {text.leave}
                </BannerButton>
              )}
            </Row>
          )}
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
