import { useText } from '../../../i18n/language.ts';
import type { PlaybackPartProps } from '../page/playback-part.ts';

export function SessionsPart(_props: PlaybackPartProps) {
  const text = useText('playbackPage');
  return <h2>{text.sessions}</h2>;
}
