import { Button } from '@mantine/core';
import { pages } from '../../../../../contract/pages.ts';
import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { EntryFormSettings } from '../../../panel/entry-form/entry-form-settings.tsx';
import { LinksPart } from '../../../panel/links/links-part.tsx';
import { Loading } from '../../../panel/loading/loading.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { NowherePage } from '../../../panel/nowhere-page.tsx';
import { PlacePage } from '../../../panel/place-settings/place-page.tsx';
import { roomPathOf } from '../../../panel/rooms/room-path.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { PageSkeleton } from '../../../ui/page/states.tsx';
import { OriginalChatPart } from '../chat/original-chat-part.tsx';
import { ContentPart } from '../content/content-part.tsx';
import { PlaybackFacts } from '../list/playback-facts.tsx';
import { paceOfPlayback } from '../model/content.ts';
import { SchedulePart } from '../schedule/schedule-part.tsx';
import { SessionsPart } from '../sessions/sessions-part.tsx';
import { GeneralPart } from '../settings/general-part.tsx';
import { usePlaybackDraft } from '../settings/use-playback-draft.ts';
import { TimelinePart } from '../timeline/timeline-part.tsx';
import { type PlaybackPartProps, sharedPlayback } from './playback-part.ts';

const parts = ['general', 'content', 'schedule', 'timeline', 'chat', 'entry', 'links', 'sessions'] as const;

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
    pace: ({ playback }) => paceOfPlayback(playback),
  });
  return (
    <Loading of={loaded} placeholder={<PageSkeleton />}>
      {({ playback, space }) => (
        <OfPlayback
          playback={playback}
          space={space}
          part={part}
          changed={(saved) => loaded.set({ playback: saved, space })}
        />
      )}
    </Loading>
  );
}

type Props = Pick<PlaybackPartProps, 'playback' | 'changed'> & {
  space: Answer<'getSpace'>;
  part: string;
};

function OfPlayback({ playback, space, part: wanted, changed }: Props) {
  const text = useText('playbackPage');
  const spaceId = space.id;
  const props = { playback, spaceId, changed };
  const editing = usePlaybackDraft(props);
  const part = parts.find((name) => name === wanted);
  if (!part) return <NowherePage />;
  const place = { spaceId, playbackId: playback.id };
  const shared = sharedPlayback(playback);
  return (
    <PlacePage
      place={shared}
      group={{ name: space.name, to: pathTo(pages.groupPart, { spaceId, part: 'webinars' }) }}
      text={text}
      parts={parts}
      part={part}
      pathOf={(name) =>
        name === 'general'
          ? pathTo(pages.groupPlayback, place)
          : pathTo(pages.groupPlaybackPart, { ...place, part: name })
      }
      about={<PlaybackFacts playback={playback} />}
      enter={
        <Button component="a" href={roomPathOf(playback)}>
          {text.openPage}
        </Button>
      }
      editing={editing}
    >
      {part === 'general' && <GeneralPart {...props} editing={editing} />}
      {part === 'content' && <ContentPart {...props} />}
      {part === 'schedule' && <SchedulePart {...props} />}
      {part === 'timeline' && <TimelinePart {...props} />}
      {part === 'chat' && <OriginalChatPart {...props} />}
      {part === 'entry' && <EntryFormSettings {...editing} />}
      {part === 'links' && <LinksPart room={shared} />}
      {part === 'sessions' && <SessionsPart {...props} />}
    </PlacePage>
  );
}
