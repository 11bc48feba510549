import { Button } from '@mantine/core';
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { percentText } from '../../../panel/uploads/amounts.ts';
import { type Submit, useSubmit } from '../../../panel/use-submit.ts';
import { NameField } from '../../../ui/form/name-field.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { clockText } from '../../../ui/times.ts';
import type { Speaker } from './model/speakers.ts';
import css from './outline.module.css';
import { useFocusBack } from './use-focus-back.ts';
import type { LoadedTranscript } from './use-transcript.ts';
import type { TranscriptView } from './use-transcript-view.ts';

/** More speakers than these are shown on request. */
const first = 8;

type Props = {
  view: TranscriptView;
  /** Undefined for a reader who may not correct the transcript. */
  rename: LoadedTranscript['rename'] | undefined;
};

/** The speaking time of each person. A press shows only the words of one speaker, another press those of all. */
export function SpeakersPart({ view: { speakers, speaker: chosen, setSpeaker }, rename }: Props) {
  const text = useText('transcript');
  const [isWhole, setWhole] = useState(false);
  const { transcription_unavailable, forbidden, partGone } = text;
  const renaming: Renaming = useSubmit(async (...args) => rename?.(...args), {
    ...{ transcription_unavailable, forbidden },
    ...{ not_found: partGone, transcription_not_ready: partGone },
  });
  const longest = speakers[0]?.seconds || 1;
  return (
    <>
      <ProblemLine of={renaming} />
      <Stack as="ul" className={css.lines}>
        {speakers.slice(0, isWhole ? undefined : first).map((speaker) => (
          <SpeakerItem
            key={speaker.key}
            speaker={speaker}
            length={speaker.seconds / longest}
            isChosen={chosen === speaker.key}
            onChoose={() => setSpeaker(chosen === speaker.key ? undefined : speaker.key)}
            renaming={rename && renaming}
          />
        ))}
      </Stack>
      {speakers.length > first && (
        <Button mt={4} size="xs" variant="subtle" onClick={() => setWhole(!isWhole)}>
          {isWhole ? text.showLess : text.showAll(speakers.length - first)}
        </Button>
      )}
    </>
  );
}

type Renaming = Submit<Parameters<LoadedTranscript['rename']>>;

type ItemProps = {
  speaker: Speaker;
  /** The length of the bar, from 0 to 1. */
  length: number;
  isChosen: boolean;
  onChoose: () => void;
  renaming: Renaming | undefined;
};

function SpeakerItem({ speaker, length, isChosen, onChoose, renaming }: ItemProps) {
  const text = useText('transcript');
  const language = useLanguage();
  const [isEdited, setEdited] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useFocusBack(isEdited, opener);
  const { name, color, seconds, share, segmentsCount, isCorrected } = speaker;
  const style = { '--speaker': color } as React.CSSProperties;
  if (isEdited && renaming) {
    return (
      <Row as="li" gap="xs" align="center" data-edited style={style}>
        <Text as="span" square={10} radius="round" className={css.dot} aria-hidden />
        <NameField
          isFromMenu={false}
          label={text.renameAll({ name, count: segmentsCount })}
          value={name}
          missing={text.speakerMissing}
          onSave={(next) => renaming.run(speaker, next)}
          onClose={() => setEdited(false)}
          returnTo={() => opener.current}
        />
      </Row>
    );
  }
  return (
    <Row as="li" gap="xs" align="center" style={style}>
      <Grid
        as="button"
        gap="md"
        align="center"
        p="sm"
        radius="sm"
        size="lg"
        tone="text"
        full
        shrink
        hover="fill"
        className={css.speaker}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        <Text as="span" square={10} radius="round" className={css.dot} aria-hidden />
        <Stack as="span" gap="xs" shrink>
          <Name>{name}</Name>
          <span className={css.bar} aria-hidden>
            <span style={{ width: `${100 * length}%` }} />
          </span>
        </Stack>
        <Text as="span" size="md" dim nowrap tabular>
          {text.share({ time: clockText(seconds), percent: percentText(share, language) })}
        </Text>
      </Grid>
      {renaming && isCorrected && (
        <IconButton
          icon={IconArrowBackUp}
          aria-label={text.restoreNames(name)}
          title={text.restoreNamesTitle}
          onClick={() => void renaming.run(speaker, null)}
        />
      )}
      {renaming && (
        <IconButton
          icon={IconPencil}
          ref={opener}
          aria-label={text.rename(name)}
          title={text.renameTitle}
          onClick={() => setEdited(true)}
        />
      )}
    </Row>
  );
}
