import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Client } from '../../../../../contract/client/index.ts';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { nameOfSavedFile } from '../../../kit/file-name.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { csvSeparatorFor } from '../../../panel/report/file-query.ts';
import { ReportPart } from '../../../panel/report/report-part.tsx';
import { Card, Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { LoadFailed, StaleNote } from '../../../ui/page/states.tsx';
import { Status } from '../../../ui/parts/status.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { clockText, clockValue, exactTime } from '../../../ui/times.ts';
import { usePrinting } from '../../../ui/use-printing.ts';
import { type ListedQuestion, questionsFile } from './model/questions-file.ts';
import type { SessionPlace } from './use-session-report.ts';

/** In milliseconds, while questions arrive. */
const pace = 10_000;
const rowsAtOnce = 50;

async function readAll(api: Client, place: SessionPlace): Promise<ListedQuestion[]> {
  const { spaceId, playbackId, sessionId: playbackEventSessionId } = place;
  const found: ListedQuestion[] = [];
  for (;;) {
    const query = { order: 'asc', limit: 1000, offset: found.length } as const;
    const page = await api.listSessionQuestions({ spaceId, playbackId, playbackEventSessionId, query });
    found.push(...page.items);
    if (page.items.length === 0 || found.length >= page.total) return found;
  }
}

type Props = { place: SessionPlace; playbackName: string; startDate: string; isFinal: boolean };

/** The questions of viewers with their answers; open ones first. */
export function QuestionsPart({ place, playbackName, startDate, isFinal }: Props) {
  const text = useText('sessionReport');
  const language = useLanguage();
  const api = useApi();
  const isPrinting = usePrinting();
  const [most, setMost] = useState(rowsAtOnce);
  const { value, error, reload } = useLoaded({
    key: ['session questions', place.sessionId],
    load: () => readAll(api, place),
    ...(!isFinal && { pace: () => pace }),
  });
  if (error === undefined && !value?.length) return null;
  const isOpen = ({ state }: ListedQuestion): boolean => state === 'open';
  const ordered = value && [...value.filter(isOpen), ...value.filter((one) => !isOpen(one))];
  const shown = isPrinting ? ordered : ordered?.slice(0, most);
  const save = (): void => {
    const name = nameOfSavedFile({ name: `${playbackName} – ${text.questions}`, at: startDate }, 'csv');
    saveFile(questionsFile(value ?? [], csvSeparatorFor(language)), name);
  };
  return (
    <ReportPart
      id="session-questions"
      title={text.questions}
      beside={
        value && (
          <Row gap="md" align="center">
            <Text size="sm" dim tabular>
              {numberFormat(language).format(value.length)}
            </Text>
            <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={save}>
              {text.questionsFile}
            </Button>
          </Row>
        )
      }
    >
      {value && error !== undefined && <StaleNote of="list" onAgain={reload} />}
      <Card>
        {shown ? (
          <Stack as="ul" ruled aria-labelledby="session-questions">
            {shown.map((question) => (
              <QuestionRow key={question.id} question={question} />
            ))}
          </Stack>
        ) : (
          <LoadFailed onAgain={reload} />
        )}
        {shown && ordered && shown.length < ordered.length && (
          <Row p="md" justify="center">
            <Button variant="default" onClick={() => setMost(most + rowsAtOnce)}>
              {text.more}
            </Button>
          </Row>
        )}
      </Card>
    </ReportPart>
  );
}

const tones = { open: 'warning', answered: 'good', dismissed: 'quiet' } as const;

function QuestionRow({ question }: { question: ListedQuestion }) {
  const text = useText('sessionReport');
  const language = useLanguage();
  const { name, email, externalUserId, askedAt, position, state, answer, isPublic } = question;
  return (
    <Stack as="li" gap="xs" p="md lg">
      <Row gap="xs md" wrap align="baseline" size="sm" dim tabular>
        <Text as="b" size="md" weight={600} tone="text" breaks>
          <bdi>{plainName(name)}</bdi>
        </Text>
        {externalUserId && <Text as="span">{externalUserId}</Text>}
        {email && (
          <Text as="a" underline="always" href={`mailto:${encodeURIComponent(email)}`}>
            {email}
          </Text>
        )}
        <time dateTime={clockValue(position)} title={exactTime(new Date(askedAt), language)}>
          {clockText(position)}
        </time>
        <Status tone={tones[state]}>{text.questionStates[state]}</Status>
      </Row>
      <Text breaks lines dir="auto">
        {question.text}
      </Text>
      {answer !== null && (
        <Text breaks lines dim dir="auto">
          {`${isPublic ? text.answerToAll : text.answerToOne} ${answer}`}
        </Text>
      )}
    </Stack>
  );
}
