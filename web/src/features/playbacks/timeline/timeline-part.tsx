import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Failed } from '../../../panel/failed.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { RowsSkeleton } from '../../../ui/page/states.tsx';
import type { PlaybackPartProps } from '../page/playback-part.ts';
import css from './timeline.module.css';
import { TimelineEditor } from './timeline-editor.tsx';

/** The offers, polls and messages of a webinar, edited beside its video (docs/decisions/0062). */
export function TimelinePart({ playback, spaceId }: PlaybackPartProps) {
  const text = useText('timeline');
  const api = useApi();
  const place = { spaceId, playbackId: playback.id };
  const loaded = useLoaded({ key: ['timeline', playback.id], load: () => api.getTimeline(place) });
  if (!loaded.value || loaded.isBehind) {
    return loaded.error === undefined ? (
      <RowsSkeleton count={4} />
    ) : (
      <Failed error={loaded.error} onAgain={loaded.reload} />
    );
  }
  return (
    <>
      <p className={css.lead}>{text.intro}</p>
      <TimelineEditor playback={playback} spaceId={spaceId} items={loaded.value.items} onSaved={loaded.set} />
    </>
  );
}
