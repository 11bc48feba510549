import { IconPlayerPauseFilled, IconScreenShare } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { Row } from '../../../ui/layout/layout.tsx';
import { useCall, useCallState, useOwnPerson } from '../call-context.ts';
import { Video } from '../tiles/video.tsx';
import { Banner, BannerButton, BannerWords } from './banner.tsx';
import css from './banners.module.css';

/**
 * Says that the own screen is shared or paused, with a small picture of what others see: a large one would show itself
 * without end. It lasts as long as the sharing, so it takes its own space and covers nobody.
 */
export function SharingBanner() {
  const text = useText('stage');
  const call = useCall();
  const { on, isPaused } = useCallState((state) => state.screen);
  const { screenPicture } = useOwnPerson();
  if (!on) return null;
  const Icon = isPaused ? IconPlayerPauseFilled : IconScreenShare;
  return (
    <Banner kind="sharing">
      {screenPicture && !isPaused ? (
        <span className={css.shared} data-own-screen>
          <Video picture={screenPicture} whole />
        </span>
      ) : (
        <Icon size={18} aria-hidden />
      )}
      <span className={css.words}>
        <BannerWords more={isPaused ? text.sharingPausedMore : undefined}>
          {isPaused ? text.sharingPaused : text.sharing}
        </BannerWords>
      </span>
      <Row fixed gap="sm">
        <BannerButton onClick={() => void call.media.screen.setPaused(!isPaused)}>
          {isPaused ? text.resumeSharing : text.pauseSharing}
        </BannerButton>
        <BannerButton onClick={() => void call.media.screen.set(false)}>{text.stopSharing}</BannerButton>
      </Row>
    </Banner>
  );
}
