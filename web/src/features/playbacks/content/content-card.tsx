import { Button, VisuallyHidden } from '@mantine/core';
import { IconExternalLink, IconMovie } from '@tabler/icons-react';
import { type ReactNode, type Ref, useState } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Note } from '../../../ui/parts/note.tsx';
import { clockText, clockValue } from '../../../ui/times.ts';
import type { Playback } from '../page/playback-part.ts';
import css from './content.module.css';
import { Readiness } from './readiness.tsx';

type Props = {
  playback: Playback;
  isBusy: boolean;
  /** The button that opens the choice. */
  replace: ReactNode;
  removerRef: Ref<HTMLButtonElement>;
  onAgain: () => void;
  onRemove: () => void;
};

/** The chosen video with its state and what can be done about it. */
export function ContentCard({ playback, isBusy, replace, removerRef, onAgain, onRemove }: Props) {
  const text = useText('playbackContent');
  const { contentName, recordId, readinessStatus, readinessReason, duration, posterUrl, mediaUrl } = playback;
  const name = contentName ?? text.unnamed;
  const { id: playbackId, spaceId, nextStartDate } = playback;
  const isUnscheduled = readinessStatus === 'ready' && nextStartDate === null;
  const hasFailed = readinessStatus === 'failed';
  return (
    <div className={css.content}>
      <Poster url={posterUrl} />
      <div className={css.words}>
        <h2 className={css.name}>
          <bdi>{name}</bdi>
        </h2>
        <p className={css.facts}>
          <span>{recordId === null ? text.isUpload : text.isRecording}</span>
          {duration !== null && <time dateTime={clockValue(duration)}>{clockText(duration)}</time>}
        </p>
        <div className={css.state}>
          <Readiness playback={playback} />
          {/* Without the share, which would be read every few seconds. */}
          <VisuallyHidden role="status">{text.said[readinessStatus]}</VisuallyHidden>
        </div>
        {readinessStatus === 'preparing' && <p className={css.quiet}>{text.preparingText}</p>}
        {readinessStatus === 'draft' && <p className={css.quiet}>{text.offlineText}</p>}
        {hasFailed && <Note tone="warning">{text.failures[readinessReason ?? 'unknown']}</Note>}
        <div className={css.actions}>
          {hasFailed && (
            <Button loading={isBusy} onClick={onAgain}>
              {text.again}
            </Button>
          )}
          {isUnscheduled && (
            <Button
              component={Link}
              to={pathTo(pages.groupPlaybackPart, { spaceId, playbackId, part: 'schedule' })}
            >
              {text.toSchedule}
            </Button>
          )}
          {replace}
          {mediaUrl !== null && (
            <Button
              component="a"
              variant="default"
              href={mediaUrl}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconExternalLink size={18} aria-hidden />}
            >
              {text.watch}
            </Button>
          )}
          <Button
            ref={removerRef}
            variant="default"
            c="var(--danger-text)"
            disabled={isBusy}
            onClick={onRemove}
          >
            {text.remove}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The picture of the video, or an icon if it cannot be loaded. It is decorative: the text beside it says everything. */
function Poster({ url }: { url: string | null }) {
  const [broken, setBroken] = useState<string>();
  if (url !== null && url !== broken) {
    return <img className={css.picture} src={url} alt="" onError={() => setBroken(url)} />;
  }
  return (
    <span className={css.picture} aria-hidden>
      <IconMovie size={28} stroke={1.5} />
    </span>
  );
}
