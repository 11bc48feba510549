import { useLanguage, useText } from '../../../i18n/language.ts';
import { percentText } from '../../../panel/uploads/amounts.ts';
import { Status, type Tone } from '../../../ui/parts/status.tsx';
import { StatusProgress } from '../../../ui/parts/status-progress.tsx';
import { hasContent } from '../model/content.ts';
import type { Playback } from '../page/playback-part.ts';

const tones: Record<Playback['readinessStatus'], Tone> = {
  ...{ draft: 'quiet', preparing: 'warning', ready: 'good', failed: 'bad' },
};

/** Whether a webinar can be watched, with the progress while its video is being prepared. */
export function Readiness({ playback }: { playback: Playback }) {
  const text = useText('playbacks');
  const language = useLanguage();
  const { readinessStatus, readinessProgress } = playback;
  if (readinessStatus === 'preparing') {
    const share = readinessProgress ?? 0;
    return (
      <StatusProgress tone={tones.preparing} value={share} label={text.progress}>
        {text.preparing(percentText(share, language))}
      </StatusProgress>
    );
  }
  const words = readinessStatus === 'draft' && hasContent(playback) ? text.offline : text[readinessStatus];
  return <Status tone={tones[readinessStatus]}>{words}</Status>;
}
