import { IconScreenShare } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { useCall, useCallState, useOwnPerson } from '../call-context.ts';
import { Video } from '../tiles/video.tsx';
import { Banner, BannerButton } from './banner.tsx';
import css from './banners.module.css';

/**
 * Says that the own screen is shared, with a small picture of it: a large one would show itself without end. It lasts as
 * long as the sharing, so it takes its own space and covers nobody.
 */
export function SharingBanner() {
  const text = useText('stage');
  const call = useCall();
  const isSharing = useCallState((state) => state.screen.on);
  const { screenPicture } = useOwnPerson();
  if (!isSharing) return null;
  return (
    <Banner kind="sharing">
      {screenPicture ? (
        <span className={css.shared} data-own-screen>
          <Video picture={screenPicture} whole />
        </span>
      ) : (
        <IconScreenShare size={18} aria-hidden />
      )}
      {text.sharing}
      <BannerButton onClick={() => void call.media.screen.set(false)}>{text.stopSharing}</BannerButton>
    </Banner>
  );
}
