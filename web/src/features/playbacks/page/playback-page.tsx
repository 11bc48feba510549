import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { EntryFormSettings } from '../../../panel/entry-form/entry-form-settings.tsx';
import { Failed } from '../../../panel/failed.tsx';
import { LinksPart } from '../../../panel/links/links-part.tsx';
import { ShareRoom } from '../../../panel/links/share-room.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { NowherePage } from '../../../panel/nowhere-page.tsx';
import { roomPathOf } from '../../../panel/rooms/room-path.ts';
import { SaveBar } from '../../../panel/saving/save-bar.tsx';
import { navigate } from '../../../routing/navigation.ts';
import { matchPath, pathTo } from '../../../routing/pattern.ts';
import { PageHead, Tabs } from '../../../ui/page/head.tsx';
import { PageSkeleton } from '../../../ui/page/states.tsx';
import { OriginalChatPart } from '../chat/original-chat-part.tsx';
import { ContentPart } from '../content/content-part.tsx';
import { PlaybackFacts } from '../list/playback-facts.tsx';
import { paceOfPlayback } from '../model/content.ts';
import { tabOfSetting } from '../model/playback-form.ts';
import { SchedulePart } from '../schedule/schedule-part.tsx';
import { SessionsPart } from '../sessions/sessions-part.tsx';
import { GeneralPart } from '../settings/general-part.tsx';
import { type PlaybackEditing, usePlaybackDraft } from '../settings/use-playback-draft.ts';
import { TimelinePart } from '../timeline/timeline-part.tsx';
import { type Playback, type PlaybackPartProps, sharedPlayback } from './playback-part.ts';

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
    pace: ({ playback }) => paceOfPlayback(playback),
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
  const props = { playback, spaceId, changed };
  const editing = usePlaybackDraft(props);
  const place = { spaceId, playbackId: playback.id };
  const home = pathTo(pages.groupPlayback, place);
  const pathOf = (name: PlaybackPart): string =>
    name === 'general' ? home : pathTo(pages.groupPlaybackPart, { ...place, part: name });
  const save = useSaving({ editing, part, pathOf });
  return (
    <>
      <PlaybackHead playback={playback} space={space} part={part} />
      <Tabs
        label={text.parts}
        tabs={parts.map((name) => ({
          to: pathOf(name),
          label: text[name],
          isHere: name === part,
          mark: editing.faultKeys.some((key) => tabOfSetting(key) === name) ? text.hasFaults : undefined,
        }))}
      />
      {part === 'general' && <GeneralPart {...props} editing={editing} />}
      {part === 'content' && <ContentPart {...props} />}
      {part === 'schedule' && <SchedulePart {...props} />}
      {part === 'timeline' && <TimelinePart {...props} />}
      {part === 'chat' && <OriginalChatPart {...props} />}
      {part === 'entry' && <EntryFormSettings {...editing} />}
      {part === 'links' && <LinksPart room={sharedPlayback(playback)} />}
      {part === 'sessions' && <SessionsPart {...props} />}
      <SaveBar
        isChanged={editing.isChanged}
        isBusy={editing.isBusy}
        trouble={editing.trouble}
        isKept={(path) =>
          path === home || matchPath(pages.groupPlaybackPart, path)?.playbackId === playback.id
        }
        onSave={() => void save()}
        onDiscard={editing.discard}
      />
    </>
  );
}

type Saving = { editing: PlaybackEditing; part: string; pathOf: (part: 'general' | 'entry') => string };

/** Saves the settings. After a fault the tab with the first wrong field is shown, and the field gets the focus. */
function useSaving({ editing, part, pathOf }: Saving): () => Promise<void> {
  const [jump, setJump] = useState(0);
  useEffect(() => {
    if (jump > 0) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus();
  }, [jump]);
  return async () => {
    const [first] = await editing.save();
    if (!first) return;
    const tab = tabOfSetting(first);
    if (tab !== part) navigate(pathOf(tab));
    setJump((before) => before + 1);
  };
}

function PlaybackHead({ playback, space, part }: Omit<Props, 'changed'>) {
  const text = useText('playbackPage');
  const spaceId = space.id;
  return (
    <PageHead
      title={playback.name}
      crumbs={[
        { name: text.groups, to: pages.groups },
        { name: space.name, to: pathTo(pages.groupPart, { spaceId, part: 'webinars' }) },
      ]}
      crumbsLabel={text.where}
      about={<PlaybackFacts playback={playback} />}
      actions={
        <>
          {/* The tab of links has a button of its own. */}
          <ShareRoom room={sharedPlayback(playback)} leads={part !== 'links'} />
          <Button component="a" href={roomPathOf(playback)}>
            {text.openPage}
          </Button>
        </>
      }
    />
  );
}
