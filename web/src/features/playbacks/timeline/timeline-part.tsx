import { Button } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Lead } from '../../../panel/lead.tsx';
import { Loading } from '../../../panel/loading/loading.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import type { PlayerRemote } from '../../../panel/player/player.tsx';
import { SaveBar } from '../../../panel/saving/save-bar.tsx';
import { Dialog, DialogActions } from '../../../ui/form/dialog.tsx';
import { Grid, Stack } from '../../../ui/layout/layout.tsx';
import { RowsSkeleton } from '../../../ui/page/states.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import type { PlaybackPartProps } from '../page/playback-part.ts';
import { ItemList } from './item-list.tsx';
import { type ItemType, nameOfItem } from './model/item-draft.ts';
import { parseSecond } from './model/seconds.ts';
import css from './timeline.module.css';
import { TimelineVideo } from './timeline-video.tsx';
import { Track } from './track.tsx';
import { type ConflictChoice, type Moment, useTimeline } from './use-timeline.ts';

/** The offers, polls and messages of a webinar, edited beside its video (docs/decisions/0062). */
export function TimelinePart({ playback, spaceId }: PlaybackPartProps) {
  const text = useText('timeline');
  const api = useApi();
  const place = { spaceId, playbackId: playback.id };
  const loaded = useLoaded({ key: ['timeline', playback.id], load: () => api.getTimeline(place) });
  return (
    <Loading
      of={loaded.isBehind ? { ...loaded, value: undefined } : loaded}
      placeholder={<RowsSkeleton count={4} />}
    >
      {({ items }) => (
        <>
          <Lead>{text.intro}</Lead>
          <TimelineEditor playback={playback} spaceId={spaceId} items={items} onSaved={loaded.set} />
        </>
      )}
    </Loading>
  );
}

type Timeline = Answer<'getTimeline'>;
type Props = Omit<PlaybackPartProps, 'changed'> & {
  items: Timeline['items'];
  onSaved: (timeline: Timeline) => void;
};

function TimelineEditor({ playback, spaceId, items, onSaved }: Props) {
  const text = useText('timeline');
  const editing = useTimeline({ spaceId, playbackId: playback.id }, { items, onSaved });
  const [openKey, setOpenKey] = useState<string>();
  const [at, setAt] = useState<number>();
  const player = useRef<PlayerRemote>(null);
  const list = useRef<HTMLElement>(null);
  const onTime = useCallback((second: number) => setAt(Math.floor(second)), []);
  const moment: Moment = { at, seekTo: (second) => player.current?.seekTo(second) };

  const focusIn = (key: string, what: string): void => {
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-item="${key}"] ${what}`)?.focus());
  };

  function open(key: string | undefined): void {
    editing.settle();
    setOpenKey(key);
    const second = parseSecond(editing.draft.find((item) => item.key === key)?.at ?? '');
    if (second !== undefined) moment.seekTo(second);
  }

  function add(type: ItemType): void {
    const key = editing.add(type, at ?? 0);
    setOpenKey(key);
    focusIn(key, '[data-first] :is(input, textarea)');
  }

  async function save(): Promise<void> {
    const wrong = await editing.save();
    if (wrong === undefined) return;
    setOpenKey(wrong);
    focusIn(wrong, '[aria-invalid="true"]');
  }

  const openFromTrack = (key: string): void => {
    open(key);
    focusIn(key, '[data-first] :is(input, textarea)');
  };

  function undo(): void {
    const key = editing.taken?.item.key;
    editing.undo();
    // The focused button is gone.
    if (key !== undefined) focusIn(key, 'button');
  }

  return (
    <>
      <Grid gap="xl" className={css.editor} align="start">
        <Stack className={css.stage} gap="lg" shrink>
          <TimelineVideo playback={playback} remote={player} onTime={onTime} />
          <Track editing={editing} duration={playback.duration} moment={moment} onOpen={openFromTrack} />
          <Note>
            {text.rules} {text.permanentRules}
          </Note>
        </Stack>
        <ItemList
          ref={list}
          editing={editing}
          duration={playback.duration}
          moment={moment}
          openKey={openKey}
          onOpen={open}
          onAdd={add}
          onUndo={undo}
        />
      </Grid>
      <ConflictDialog conflict={editing.conflict} />
      <SaveBar
        isChanged={editing.isChanged}
        isBusy={editing.isBusy}
        trouble={editing.trouble}
        onSave={() => void save()}
        onDiscard={() => {
          setOpenKey(undefined);
          editing.discard();
        }}
      />
    </>
  );
}

/** Somebody else changed the same items: the reader loads their version, or overwrites it. */
function ConflictDialog({ conflict }: { conflict: ConflictChoice | undefined }) {
  const text = useText('timeline');
  return (
    <Dialog
      isOpen={conflict !== undefined}
      title={text.conflictTitle}
      onClose={() => conflict?.close()}
      returnTo={() => document.querySelector<HTMLElement>('main h1')}
    >
      {conflict && <Choice conflict={conflict} />}
    </Dialog>
  );
}

function Choice({ conflict: { items, settle } }: { conflict: ConflictChoice }) {
  const text = useText('timeline');
  return (
    <>
      <p>{text.conflictText}</p>
      <ul>
        {items.map((item) => (
          <li key={item.key}>{nameOfItem(item) || text.unnamed}</li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="default" size="md" data-autofocus onClick={() => settle(false)}>
          {text.loadTheirs}
        </Button>
        <Button color="danger.6" size="md" onClick={() => settle(true)}>
          {text.keepMine}
        </Button>
      </DialogActions>
    </>
  );
}
