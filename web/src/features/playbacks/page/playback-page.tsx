import { pages } from '../../../../../contract/pages.ts';
import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Failed } from '../../../panel/failed.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { NowherePage } from '../../../panel/nowhere-page.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { PageHead, Tabs } from '../../../ui/page/head.tsx';
import { PageSkeleton } from '../../../ui/page/states.tsx';
import { OriginalChatPart } from '../chat/original-chat-part.tsx';
import { SchedulePart } from '../schedule/schedule-part.tsx';
import { SessionsPart } from '../sessions/sessions-part.tsx';
import { TimelinePart } from '../timeline/timeline-part.tsx';
import type { Playback, PlaybackPartProps } from './playback-part.ts';

const parts = ['general', 'content', 'schedule', 'timeline', 'chat', 'entry', 'links', 'sessions'] as const;
type PlaybackPart = (typeof parts)[number];

type PageProps = { spaceId: string; playbackId: string; part: string };

/** Everything about one automatic webinar, for the people who lead it. */
export function PlaybackPage({ spaceId, playbackId, part }: PageProps) {
  const api = useApi();
  const loaded = useLoaded({
    key: ['playback and space', playbackId],
    load: async () => {
      const [playback, space] = await Promise.all([
        api.getPlayback({ spaceId, playbackId }),
        api.getSpace({ spaceId }),
      ]);
      return { playback, space };
    },
  });
  if (!loaded.value) {
    return loaded.error === undefined ? (
      <PageSkeleton />
    ) : (
      <Failed error={loaded.error} onAgain={loaded.reload} />
    );
  }
  const { playback, space } = loaded.value;
  const here = parts.find((name) => name === part);
  if (!here) return <NowherePage />;
  const changed = (saved: Playback): void => loaded.set({ playback: saved, space });
  return <OfPlayback playback={playback} space={space} part={here} changed={changed} />;
}

type Props = Pick<PlaybackPartProps, 'playback' | 'changed'> & {
  space: Answer<'getSpace'>;
  part: PlaybackPart;
};

function OfPlayback({ playback, space, part, changed }: Props) {
  const text = useText('playbackPage');
  const spaceId = space.id;
  const place = { spaceId, playbackId: playback.id };
  const props = { playback, spaceId, changed };
  return (
    <>
      <PageHead
        title={playback.name}
        crumbs={[
          { name: text.groups, to: pages.groups },
          { name: space.name, to: pathTo(pages.groupPart, { spaceId, part: 'webinars' }) },
        ]}
        crumbsLabel={text.where}
      />
      <Tabs
        label={text.parts}
        tabs={parts.map((name) => ({
          to:
            name === 'general'
              ? pathTo(pages.groupPlayback, place)
              : pathTo(pages.groupPlaybackPart, { ...place, part: name }),
          label: text[name],
          isHere: name === part,
        }))}
      />
      {part === 'schedule' && <SchedulePart {...props} />}
      {part === 'timeline' && <TimelinePart {...props} />}
      {part === 'chat' && <OriginalChatPart {...props} />}
      {part === 'sessions' && <SessionsPart {...props} />}
    </>
  );
}
