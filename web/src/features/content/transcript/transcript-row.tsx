import { IconPencil } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import { Grid, Row, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { clockText } from '../../../ui/times.ts';
import { type Match, markedParts } from './model/search.ts';
import type { TranscriptRow } from './model/segments.ts';
import type { Speaker } from './model/speakers.ts';
import type { TranscriptSegment } from './model/transcript.ts';
import { SegmentEditor } from './segment-editor.tsx';
import css from './transcript.module.css';
import { useFocusBack } from './use-focus-back.ts';
import type { LoadedTranscript } from './use-transcript.ts';
import type { RowMatch } from './use-transcript-view.ts';

type Editing = {
  /** The names of the speakers, as suggestions. */
  names: readonly string[];
  loaded: Pick<LoadedTranscript, 'correct' | 'rename'>;
  onOpen: () => void;
  onClose: () => void;
};

type Props = {
  row: TranscriptRow;
  speaker: Speaker | undefined;
  isActive: boolean;
  matches: readonly RowMatch[] | undefined;
  currentMatch: Match | undefined;
  isEdited: boolean;
  onSeek: (seconds: number) => void;
  /** Undefined for a reader who may not correct it. */
  editing?: Editing;
};

/** The words of one speaker at one time, with the name at the beginning of a turn. */
export function TranscriptRowView(props: Props) {
  const { row, speaker, isActive, matches = [], currentMatch, isEdited, onSeek, editing } = props;
  const text = useText('transcript');
  const opener = useRef<HTMLButtonElement>(null);
  useFocusBack(isEdited, opener);
  const { segment, beginsTurn } = row;
  const time = clockText(segment.start);
  return (
    <Grid
      gap="xs"
      align="start"
      p="0 sm"
      pe="xs"
      className={css.row}
      data-turn={beginsTurn || undefined}
      data-active={isActive || undefined}
      aria-current={isActive || undefined}
      style={{ '--speaker': speaker?.color } as React.CSSProperties}
    >
      <Text
        as="button"
        size="sm"
        dim
        tabular
        p="0 xs"
        radius="sm"
        className={css.time}
        aria-label={text.playFrom(time)}
        onClick={() => onSeek(segment.start)}
      >
        {time}
      </Text>
      <Text as="div" shrink className={css.said}>
        {beginsTurn && (
          <Row as="p" gap="sm" align="center" shrink size="md" weight={600}>
            <Text as="span" square={10} radius="round" className={css.dot} aria-hidden />
            <Name>{segment.speaker}</Name>
          </Row>
        )}
        {isEdited && editing ? (
          <SegmentEditor
            segment={segment}
            speaker={speaker}
            names={editing.names}
            loaded={editing.loaded}
            onClose={editing.onClose}
          />
        ) : (
          <SegmentText segment={segment} matches={matches} currentMatch={currentMatch} />
        )}
      </Text>
      {editing && !isEdited && (
        <IconButton
          icon={IconPencil}
          ref={opener}
          className={css.edit}
          aria-label={text.edit(time)}
          title={text.editTitle}
          onClick={editing.onOpen}
        />
      )}
    </Grid>
  );
}

type SegmentTextProps = {
  segment: TranscriptSegment;
  matches: readonly RowMatch[];
  currentMatch: Match | undefined;
};

function SegmentText({ segment, matches, currentMatch }: SegmentTextProps) {
  const text = useText('transcript');
  const isCorrected = segment.originalText !== undefined || segment.originalSpeaker !== undefined;
  return (
    <p className={css.text} lang={segment.language ?? undefined} dir="auto" data-start={segment.start}>
      {markedParts(segment.text, matches).map(({ text: part, from, match }) =>
        match === undefined ? (
          part
        ) : (
          <mark key={from} data-current={isSame(matches[match], currentMatch) || undefined}>
            {part}
          </mark>
        ),
      )}
      {isCorrected && (
        <Text as="span" size="xs" dim nowrap className={css.corrected} title={text.correctedHint}>
          {text.corrected}
        </Text>
      )}
    </p>
  );
}

const isSame = (one: Match | undefined, other: Match | undefined): boolean =>
  one !== undefined && one.row === other?.row && one.from === other.from;
