import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRefresh,
  IconUpload,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useLanguage, useText } from '../../i18n/language.ts';
import type { Texts } from '../../i18n/texts.ts';
import { plainName } from '../../kit/plain-name.ts';
import { shareOf, type UploadItem, type UploadQueue } from '../../models/upload/upload-queue.ts';
import type { Question } from '../../ui/form/confirm.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { Status, type Tone } from '../../ui/parts/status.tsx';
import { StatusProgress } from '../../ui/parts/status-progress.tsx';
import { Row, RowDetail, RowDetails, RowIcon } from '../list/row.tsx';
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
      lead={
        <RowIcon>
          <IconUpload size={20} stroke={1.5} />
        </RowIcon>
      }
      name={fileName}
      about={
        <span className={css.about}>
          <RowDetails>
            <span className={css.status}>
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
            </span>
            <RowDetail>{sizeText(size, language)}</RowDetail>
          </RowDetails>
          {phase === 'failed' && <Reason problem={problem ?? ''} />}
        </span>
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
  const first: Record<UploadItem['phase'], ReactNode> = {
    waiting: <Pause label={text.pauseOf(name)} onClick={() => void queue.pause(key)} />,
    sending: <Pause label={text.pauseOf(name)} onClick={() => void queue.pause(key)} />,
    paused: (
      <IconButton aria-label={text.resumeOf(name)} title={text.resume} onClick={() => queue.resume(key)}>
        <IconPlayerPlayFilled size={20} aria-hidden />
      </IconButton>
    ),
    failed: (
      <IconButton aria-label={text.againOf(name)} title={text.again} onClick={() => queue.resume(key)}>
        <IconRefresh size={20} aria-hidden />
      </IconButton>
    ),
    done: null,
  };
  if (phase === 'done') return null;
  return (
    <>
      {first[phase]}
      <IconButton
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
      >
        <IconX size={20} aria-hidden />
      </IconButton>
    </>
  );
}

function Pause({ label, onClick }: { label: string; onClick: () => void }) {
  const text = useText('uploads');
  return (
    <IconButton aria-label={label} title={text.pause} onClick={onClick}>
      <IconPlayerPauseFilled size={20} aria-hidden />
    </IconButton>
  );
}
