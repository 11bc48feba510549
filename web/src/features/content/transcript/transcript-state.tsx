import { Button } from '@mantine/core';
import { IconAlertTriangle, IconFileText, IconVolumeOff, type Icon as TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { percentText } from '../../../panel/uploads/amounts.ts';
import { Card, Row } from '../../../ui/layout/layout.tsx';
import { EmptyState, RowsSkeleton } from '../../../ui/page/states.tsx';
import type { ListedRecord } from '../model/record.ts';
import { pathOf } from '../use-record-actions.ts';
import css from './transcript-state.module.css';
import { UnavailableState } from './unavailable-state.tsx';
import type { TranscriptActions } from './use-transcript-actions.tsx';

type Props = { record: ListedRecord; actions: TranscriptActions; mayEdit: boolean };

/** Replaces a transcript that does not exist: why, and what the reader can do. */
export function TranscriptState({ record, actions, mayEdit }: Props) {
  const text = useText('transcript');
  const reasons = useText('transcriptFailures');
  const { state, reason, progress } = record.transcription;
  if (state === 'ready') return null;
  if (state === 'waiting' || state === 'running')
    return <Running state={state} isStopped={reason !== null} progress={progress} />;
  if (state === 'unavailable') return <Unavailable record={record} />;
  const isFailed = state === 'failed';
  return (
    <Shown
      icon={isFailed ? IconAlertTriangle : IconFileText}
      title={isFailed ? text.failedTitle : text.noneTitle}
      text={isFailed ? reasons[reason ?? 'unknown'] : mayEdit ? text.noneText : text.noneOfReader}
    >
      {mayEdit && <RequestButton label={isFailed ? text.tryAgain : text.create} actions={actions} />}
    </Shown>
  );
}

type ShownProps = { icon: TablerIcon; title: string; text: string; children?: ReactNode };

function Shown({ icon, title, text, children }: ShownProps) {
  const words = useText('transcript');
  return (
    <section aria-label={words.title}>
      <Card>
        <EmptyState icon={icon} title={title} text={text}>
          {children}
        </EmptyState>
      </Card>
    </section>
  );
}

function RequestButton({ label, actions }: { label: string; actions: TranscriptActions }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Button ref={button} onClick={() => actions.request(() => button.current)}>
      {label}
    </Button>
  );
}

type RunningProps = {
  state: 'waiting' | 'running';
  /** The speech engine cannot run now. */
  isStopped: boolean;
  progress: number | null;
};

function Running({ state, isStopped, progress }: RunningProps) {
  const text = useText('transcript');
  const language = useLanguage();
  const isRunning = state === 'running' && !isStopped;
  return (
    <Shown
      icon={IconFileText}
      title={isRunning ? text.runningTitle : text.waitingTitle}
      text={isStopped ? text.engine_unavailable : isRunning ? text.runningText : text.waitingText}
    >
      {isRunning && (
        <Row as="span" gap="xs md" wrap align="center" justify="center" size="md" dim tabular>
          <progress className={css.progress} value={progress ?? undefined} aria-label={text.progress} />
          {progress !== null && <span>{text.percent(percentText(progress, language))}</span>}
        </Row>
      )}
    </Shown>
  );
}

/** The server's refusal says whether the plan or the installation is the reason. */
function Unavailable({ record }: Pick<Props, 'record'>) {
  const text = useText('transcript');
  const api = useApi();
  const refusal = useLoaded<unknown>({
    key: ['transcription refusal', record.id],
    load: () =>
      api.getTranscription(pathOf(record)).then(
        () => null,
        (error: unknown) => error,
      ),
  });
  return (
    <section aria-label={text.title}>
      <Card>
        {refusal.value === undefined ? (
          <RowsSkeleton count={2} />
        ) : (
          <UnavailableState refusal={refusal.value} />
        )}
      </Card>
    </section>
  );
}

/** Replaces the text of a transcript without a single word. */
export function NoSpeech({ menu }: { menu: ReactNode }) {
  const text = useText('transcript');
  return (
    <Shown icon={IconVolumeOff} title={text.silentTitle} text={text.silentText}>
      {menu}
    </Shown>
  );
}
