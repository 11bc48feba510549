import { type Ref, useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { createStore, type WritableStore } from '../../../kit/store.ts';
import { useApi } from '../../../panel/context.ts';
import { Loading } from '../../../panel/loading/loading.tsx';
import { Player, type PlayerRemote } from '../../../panel/player/player.tsx';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { usePageAddress } from '../../../routing/use-page-address.ts';
import { Grid, Stack, Text } from '../../../ui/layout/layout.tsx';
import { RowsSkeleton } from '../../../ui/page/states.tsx';
import type { PlayerChapter } from '../../../ui/player/seek-bar.tsx';
import type { ListedRecord } from '../model/record.ts';
import { RecordNotes } from '../record-notes.tsx';
import { pathOf } from '../use-record-actions.ts';
import { secondOf } from './model/chapters.ts';
import { ChaptersPart, Outline } from './outline.tsx';
import { TranscriptMenu } from './transcript-menu.tsx';
import { TranscriptPanel } from './transcript-panel.tsx';
import { NoSpeech, TranscriptState } from './transcript-state.tsx';
import { useSlides } from './use-slides.ts';
import { useTranscript } from './use-transcript.ts';
import { useTranscriptActions } from './use-transcript-actions.tsx';
import { type TranscriptView, useTranscriptView } from './use-transcript-view.ts';
import css from './watched.module.css';

type Props = {
  record: ListedRecord;
  /** Whether the reader may correct, request and delete the transcript. */
  mayEdit: boolean;
  onChanged: () => void;
};

/** A finished recording: its player, and what was said beside it. */
export function WatchedRecord({ record, mayEdit, onChanged }: Props) {
  const text = useText('transcript');
  const { search } = usePageAddress();
  const startAt = secondOf(search.get('t'));
  const [position] = useState(() => createStore(startAt ?? 0));
  const remote = useRef<PlayerRemote>(null);
  const actions = useTranscriptActions({ record, onChanged });
  const loaded = useTranscript(record);
  const view = useTranscriptView(loaded.value, record.duration ?? 0);
  const slides = useSlides(record);
  const seek = (seconds: number): void => remote.current?.seekTo(seconds);
  const isReady = record.transcription.state === 'ready';
  const transcript = isReady ? loaded.value : undefined;
  const isSilent = transcript?.segments.length === 0;
  const menu = <TranscriptMenu actions={actions} mayEdit={mayEdit} />;
  return (
    <Grid align="start" gap="xl" className={css.columns} data-wide-page={(isReady && !isSilent) || undefined}>
      <Text as="div" shrink className={css.video}>
        <RecordPlayer
          key={startAt}
          record={record}
          view={view}
          chapters={slides.length > 0 ? slides : view.chapters}
          remote={remote}
          position={position}
          startAt={startAt}
        />
        <RecordNotes record={record} />
      </Text>
      {isReady && !isSilent && (
        <Grid shrink className={css.beside}>
          <Loading of={loaded} isPart placeholder={<RowsSkeleton />}>
            {() => (
              <TranscriptPanel
                view={view}
                loaded={loaded}
                position={position}
                onSeek={seek}
                mayEdit={mayEdit}
                menu={menu}
              />
            )}
          </Loading>
        </Grid>
      )}
      <Stack shrink gap="xl" className={css.about}>
        <ProblemLine of={actions.problem} />
        <ChaptersPart title={text.slides} chapters={slides} position={position} onSeek={seek} />
        {transcript && !isSilent && (
          <Outline
            transcript={transcript}
            view={view}
            position={position}
            onSeek={seek}
            rename={mayEdit ? loaded.rename : undefined}
          />
        )}
        {isSilent && <NoSpeech menu={menu} />}
        <TranscriptState record={record} actions={actions} mayEdit={mayEdit} />
      </Stack>
      {actions.dialogs}
    </Grid>
  );
}

type PlayerProps = {
  record: ListedRecord;
  view: TranscriptView;
  /** The slides, or the chapters of the transcript in a recording without any. */
  chapters: readonly PlayerChapter[];
  remote: Ref<PlayerRemote>;
  position: WritableStore<number>;
  startAt: number | undefined;
};

function RecordPlayer({ record, view, chapters, remote, position, startAt }: PlayerProps) {
  const api = useApi();
  const { id, posterUrl, duration } = record;
  const loadAddress = () => api.getRecordMedia(pathOf(record));
  return (
    <Player
      played={{ key: ['media', id], loadAddress, posterUrl, duration }}
      remote={remote}
      onTime={position.set}
      chapters={chapters}
      captions={view.captions}
      startAt={startAt}
    />
  );
}
