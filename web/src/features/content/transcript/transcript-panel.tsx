import { Button } from '@mantine/core';
import { IconArrowsDown, IconUser } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Store } from '../../../kit/store.ts';
import { Choice } from '../../../ui/form/choice.tsx';
import { Row, Stack, Text, Title } from '../../../ui/layout/layout.tsx';
import { VirtualList, type VirtualListRemote } from '../../../ui/parts/virtual-list.tsx';
import { usePartOf } from '../../../ui/use-store.ts';
import { segmentIndexAt, type TranscriptRow } from './model/segments.ts';
import { OthersChanges } from './others-changes.tsx';
import { SearchBar } from './search-bar.tsx';
import css from './transcript.module.css';
import { TranscriptRowView } from './transcript-row.tsx';
import { useFollow } from './use-follow.ts';
import { useSeekByPress } from './use-seek-by-press.ts';
import type { LoadedTranscript } from './use-transcript.ts';
import { matchesByRow, type TranscriptView, useTranscriptSearch } from './use-transcript-view.ts';

type Props = {
  view: TranscriptView;
  loaded: LoadedTranscript;
  /** The second of the video. */
  position: Store<number>;
  onSeek: (seconds: number) => void;
  mayEdit: boolean;
  menu: ReactNode;
};

const keyOf = ({ segment }: TranscriptRow): string => segment.id;

/**
 * The text beside the player: it follows the playback, and a press jumps to a position (docs/decisions/0076).
 */
export function TranscriptPanel({ view, loaded, position, onSeek, mayEdit, menu }: Props) {
  const text = useText('transcript');
  const { rows, shown, speakers } = view;
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<VirtualListRemote>(null);
  const search = useTranscriptSearch(shown);
  const { isFollowing, follow, stop } = useFollow(scroller);
  const [edited, setEdited] = useState<string>();
  const active = usePartOf(position, (seconds) => segmentIndexAt(shown, seconds));
  const match = search.matches[search.current];
  const matches = useMemo(() => matchesByRow(search.matches), [search.matches]);
  const byKey = useMemo(() => new Map(speakers.map((speaker) => [speaker.key, speaker])), [speakers]);
  const names = useMemo(() => [...new Set(speakers.map(({ name }) => name))], [speakers]);

  function seek(seconds: number): void {
    follow();
    onSeek(seconds);
  }
  useSeekByPress(scroller, seek);

  useEffect(() => {
    if (isFollowing && active >= 0) list.current?.scrollTo(active);
  }, [isFollowing, active]);

  useEffect(() => {
    if (!match) return;
    stop();
    list.current?.scrollTo(match.row);
  }, [match, stop]);

  return (
    <Stack
      as="section"
      shrink
      frame="line"
      radius="lg"
      ground="surface"
      className={css.panel}
      aria-label={text.title}
    >
      <Row as="header" gap="sm" align="center" justify="between" p="md lg 0" pe="md">
        <Title>{text.title}</Title>
        {menu}
      </Row>
      <Row gap="sm" wrap p="md" rule="bottom">
        <SearchBar search={search} />
        {speakers.length > 1 && <SpeakerChoice view={view} />}
      </Row>
      <OthersChanges loaded={loaded} />
      <Text ref={scroller} as="section" grow className={css.scroller} data-scroll aria-label={text.list}>
        <VirtualList items={rows} keyOf={keyOf} rowHeight={56} label={text.list} remote={list}>
          {(row, index) => (
            <TranscriptRowView
              row={row}
              speaker={byKey.get(row.speakerKey)}
              isActive={index === active}
              matches={matches.get(index)}
              currentMatch={match}
              isEdited={edited === row.segment.id}
              onSeek={seek}
              {...(mayEdit && {
                editing: {
                  names,
                  loaded,
                  onOpen: () => {
                    stop();
                    setEdited(row.segment.id);
                  },
                  onClose: () => setEdited(undefined),
                },
              })}
            />
          )}
        </VirtualList>
      </Text>
      {!isFollowing && edited === undefined && (
        <Button
          className={css.follow ?? ''}
          size="sm"
          radius="xl"
          leftSection={<IconArrowsDown size={16} aria-hidden />}
          title={text.followHint}
          onClick={follow}
        >
          {text.follow}
        </Button>
      )}
    </Stack>
  );
}

function SpeakerChoice({ view: { speakers, speaker, setSpeaker } }: Pick<Props, 'view'>) {
  const text = useText('transcript');
  return (
    <Choice
      label={text.speaker}
      icon={<IconUser size={18} />}
      value={speaker ?? ''}
      options={[
        { value: '', label: text.everybody },
        ...speakers.map(({ key, name }) => ({ value: key, label: name })),
      ]}
      onChange={(key) => setSpeaker(key === '' ? undefined : key)}
    />
  );
}
