import { useCallback, useRef, useState } from 'react';
import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import type { PlayerRemote } from '../../../panel/player/player.tsx';
import { SaveBar } from '../../../panel/saving/save-bar.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import type { PlaybackPartProps } from '../page/playback-part.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ItemList } from './item-list.tsx';
import type { ItemType } from './model/item-draft.ts';
import { parseSecond } from './model/seconds.ts';
import css from './timeline.module.css';
import { TimelineVideo } from './timeline-video.tsx';
import { Track } from './track.tsx';
import { type Moment, useTimeline } from './use-timeline.ts';

type Timeline = Answer<'getTimeline'>;
type Props = Omit<PlaybackPartProps, 'changed'> & {
  items: Timeline['items'];
  onSaved: (timeline: Timeline) => void;
};

export function TimelineEditor({ playback, spaceId, items, onSaved }: Props) {
  const text = useText('timeline');
  const editing = useTimeline({ spaceId, playbackId: playback.id }, { items, onSaved });
  const [openKey, setOpenKey] = useState<string>();
  const [at, setAt] = useState<number>();
  const player = useRef<PlayerRemote>(null);
  const list = useRef<HTMLDivElement>(null);
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
      <div className={css.editor}>
        <div className={css.stage}>
          <TimelineVideo playback={playback} remote={player} onTime={onTime} />
          <Track editing={editing} duration={playback.duration} moment={moment} onOpen={openFromTrack} />
          <Note>
            {text.rules} {text.permanentRules}
          </Note>
        </div>
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
      </div>
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
