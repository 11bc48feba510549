import { type ReactNode, useId } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Store } from '../../../kit/store.ts';
import { Grid, Stack, Text, Title } from '../../../ui/layout/layout.tsx';
import { clockText } from '../../../ui/times.ts';
import { usePartOf } from '../../../ui/use-store.ts';
import { segmentIndexAt } from './model/segments.ts';
import css from './outline.module.css';
import { SpeakersPart } from './speakers-part.tsx';
import type { LoadedTranscript, Transcript } from './use-transcript.ts';
import type { TranscriptView } from './use-transcript-view.ts';

type Props = {
  transcript: Transcript;
  view: TranscriptView;
  position: Store<number>;
  onSeek: (seconds: number) => void;
  /** Undefined for a reader who may not correct the transcript. */
  rename: LoadedTranscript['rename'] | undefined;
};

/** The contents of a recording: its summary or highlights, tasks, chapters and speakers. */
export function Outline({ transcript, view, position, onSeek, rename }: Props) {
  const text = useText('transcript');
  return (
    <>
      <SummaryPart transcript={transcript} onSeek={onSeek} />
      {transcript.tasks.length > 0 && (
        <Part title={text.tasks}>
          <Lines lines={transcript.tasks} language={transcript.language} onSeek={onSeek} />
        </Part>
      )}
      <ChaptersPart title={text.chapters} chapters={view.chapters} position={position} onSeek={onSeek} />
      {view.speakers.length > 1 && (
        <Part title={text.speakers} note={text.speakersText}>
          <SpeakersPart view={view} rename={rename} />
        </Part>
      )}
    </>
  );
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {note && (
        <Text mt="xs" size="md" dim pretty>
          {note}
        </Text>
      )}
      {children}
    </section>
  );
}

/** Quotes are called highlights and never a summary. */
function SummaryPart({ transcript, onSeek }: Pick<Props, 'transcript' | 'onSeek'>) {
  const text = useText('transcript');
  const { summaryKind, summary, lines, language } = transcript;
  const isWritten = summaryKind === 'model';
  if (lines.length === 0 && summary.trim() === '') return null;
  return (
    <Part
      title={isWritten ? text.summary : text.highlights}
      note={isWritten ? text.summaryText : text.highlightsText}
    >
      {lines.length === 0 ? (
        <Text mt="md" size="lg" breaks lines lang={language ?? undefined} dir="auto">
          {summary}
        </Text>
      ) : (
        <Lines lines={lines} language={language} onSeek={onSeek} />
      )}
    </Part>
  );
}

type LineProps = {
  lines: readonly { text: string; start: number; owner?: string }[];
  /** The language of the recording, in which its lines are written. */
  language: string | null;
  onSeek: Props['onSeek'];
};

function Lines({ lines, language, onSeek }: LineProps) {
  return (
    <Stack as="ul" className={css.lines}>
      {lines.map(({ text, start, owner }) => (
        <li key={`${start} ${text}`}>
          <Grid
            as="button"
            gap="md"
            align="baseline"
            size="lg"
            tone="text"
            breaks
            p="sm"
            radius="sm"
            full
            hover="fill"
            className={css.line}
            onClick={() => onSeek(start)}
          >
            <Text as="span" size="sm" dim tabular>
              {clockText(start)}
            </Text>
            <bdi lang={language ?? undefined}>{text}</bdi>
            {owner && (
              <Text as="bdi" size="sm" dim p="0 sm" frame="line">
                {owner}
              </Text>
            )}
          </Grid>
        </li>
      ))}
    </Stack>
  );
}

type ChaptersProps = Pick<Props, 'position' | 'onSeek'> & {
  title: string;
  chapters: readonly { title: string; start: number; end: number }[];
};

/** Chapters as buttons that jump to their seconds; nothing without any. */
export function ChaptersPart({ title, chapters, ...rest }: ChaptersProps) {
  if (chapters.length === 0) return null;
  return (
    <Part title={title}>
      <Chapters chapters={chapters} {...rest} />
    </Part>
  );
}

function Chapters({ chapters, position, onSeek }: Omit<ChaptersProps, 'title'>) {
  const active = usePartOf(position, (seconds) => segmentIndexAt(chapters, seconds));
  return (
    <Stack as="ol" className={css.lines}>
      {chapters.map(({ title, start }, index) => (
        <li key={start}>
          <Grid
            as="button"
            gap="md"
            align="baseline"
            size="lg"
            tone="text"
            breaks
            p="sm"
            radius="sm"
            full
            hover="fill"
            className={css.line}
            aria-current={index === active || undefined}
            onClick={() => onSeek(start)}
          >
            <Text as="span" size="sm" dim tabular>
              {clockText(start)}
            </Text>
            <bdi>{title}</bdi>
          </Grid>
        </li>
      ))}
    </Stack>
  );
}
