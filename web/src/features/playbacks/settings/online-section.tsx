import { Button } from '@mantine/core';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useRequest } from '../../../panel/use-request.ts';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { Section } from '../../../ui/page/section.tsx';
import css from '../content/content.module.css';
import { Readiness } from '../content/readiness.tsx';
import { hasContent } from '../model/content.ts';
import type { PlaybackPartProps } from '../page/playback-part.ts';

/** Whether sessions show the video. It takes effect at once, without the save bar. */
export function OnlineSection({ playback, spaceId, changed }: PlaybackPartProps) {
  const text = useText('playbackSettings');
  const api = useApi();
  const { act, isBusy, trouble } = useRequest();
  const { id: playbackId, readinessStatus } = playback;
  const isOffline = readinessStatus === 'draft';
  const set = (wanted: 'draft' | 'ready'): void =>
    void act(async () =>
      changed(await api.updatePlayback({ spaceId, playbackId, body: { readinessStatus: wanted } })),
    );
  return (
    <Section title={text.onlineTitle} text={text.onlineText}>
      <div className={css.state}>
        <Readiness playback={playback} />
      </div>
      <DialogError>{trouble}</DialogError>
      <div>
        {hasContent(playback) && readinessStatus !== 'failed' ? (
          <Button variant="default" loading={isBusy} onClick={() => set(isOffline ? 'ready' : 'draft')}>
            {isOffline ? text.takeOnline : text.takeOffline}
          </Button>
        ) : (
          <Button
            variant="default"
            component={Link}
            to={pathTo(pages.groupPlaybackPart, { spaceId, playbackId, part: 'content' })}
          >
            {text.chooseVideo}
          </Button>
        )}
      </div>
    </Section>
  );
}
