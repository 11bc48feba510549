import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRefresh,
  IconUpload,
  IconX,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useLanguage, useText } from '../../i18n/language.ts';
import type { Texts } from '../../i18n/texts.ts';
import { plainName } from '../../kit/plain-name.ts';
import { shareOf, type UploadItem, type UploadQueue } from '../../models/upload/upload-queue.ts';
import type { Question } from '../../ui/form/confirm.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { Status, type Tone } from '../../ui/parts/status.tsx';
import { StatusProgress } from '../../ui/parts/status-progress.tsx';
import { Row, RowDetails, RowIcon } from '../list/row.tsx';
import { percentText, sizeText } from './amounts.ts';
import css from './upload-row.module.css';

const tones: Record<UploadItem['phase'], Tone> = {
  ...{ waiting: 'quiet', sending: 'warning', paused: 'quiet', failed: 'bad', done: 'good' },
};

/** The state of an upload; `share`: how much of it is sent. */
export function phaseText(phase: UploadItem['phase'], share: string, text: Texts['uploads']): string {
  const said = text[phase];
  return typeof said === 'string' ? said : said(share);
}

/** The sentence for a problem of an upload. */
export const uploadProblemText = (problem: string, text: Texts['uploads']): string =>
  text.faults[problem as keyof typeof text.faults] ?? text.failedText;

type Props = { item: UploadItem; queue: UploadQueue; ask: (question: Question) => void };

/** A file that is being sent, with its progress. */
export function UploadRow({ item, queue, ask }: Props) {
  const text = useText('uploads');
  const language = useLanguage();
  const { fileName, size, phase, problem } = item;
  const share = percentText(shareOf(item), language);
  return (
    <Row
      lead={<RowIcon icon={IconUpload} />}
      name={fileName}
      about={
        <Stack as="span" className={css.about} shrink>
          <RowDetails>
            <Text as="span" tone="text">
              {phase === 'failed' ? (
                <Status tone={tones[phase]}>{phaseText(phase, share, text)}</Status>
              ) : (
                <StatusProgress
                  tone={tones[phase]}
                  value={shareOf(item)}
                  label={text.progressOf(plainName(fileName))}
                >
                  {phaseText(phase, share, text)}
                </StatusProgress>
              )}
            </Text>
            {sizeText(size, language)}
          </RowDetails>
          {phase === 'failed' && <Reason problem={problem ?? ''} />}
        </Stack>
      }
      actions={<Actions item={item} queue={queue} ask={ask} />}
    />
  );
}

function Reason({ problem }: { problem: string }) {
  const text = useText('uploads');
  return (
    <span className={css.reason}>
      {uploadProblemText(problem, text)}{' '}
      {problem === 'proxy_limit' && (
        <a href="/docs/guides/operators/deploying#the-https-proxy" target="_blank" rel="noreferrer">
          {text.proxyGuide}
        </a>
      )}
    </span>
  );
}

function Actions({ item: { key, fileName, phase }, queue, ask }: Props) {
  const text = useText('uploads');
  const cancel = useRef<HTMLButtonElement>(null);
  const name = plainName(fileName);
  const resume = (): void => queue.resume(key);
  const pause = {
    ...{ Icon: IconPlayerPauseFilled, label: text.pauseOf(name), title: text.pause },
    act: () => void queue.pause(key),
  };
  if (phase === 'done') return null;
  const { Icon, label, title, act } = {
    waiting: pause,
    sending: pause,
    paused: { Icon: IconPlayerPlayFilled, label: text.resumeOf(name), title: text.resume, act: resume },
    failed: { Icon: IconRefresh, label: text.againOf(name), title: text.again, act: resume },
  }[phase];
  return (
    <>
      <IconButton icon={Icon} aria-label={label} title={title} onClick={act} />
      <IconButton
        icon={IconX}
        ref={cancel}
        aria-label={text.cancelOf(name)}
        title={text.cancel}
        onClick={() =>
          ask({
            title: text.cancelTitle(name),
            text: text.cancelText,
            yes: text.cancelYes,
            no: text.cancelNo,
            act: () => void queue.cancel(key),
            returnTo: () => cancel.current,
          })
        }
      />
    </>
  );
}
