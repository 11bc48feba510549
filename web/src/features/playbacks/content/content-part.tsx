import { Button, VisuallyHidden } from '@mantine/core';
import { IconExternalLink, IconMovie } from '@tabler/icons-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import type { Body } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Quiet } from '../../../panel/quiet.tsx';
import { useConfirmed } from '../../../panel/use-confirmed.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { Card, Grid, Row, Stack, Text, Title } from '../../../ui/layout/layout.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { LinkButton } from '../../../ui/parts/link-button.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import { clockValue, lengthText } from '../../../ui/times.ts';
import { hasContent } from '../model/content.ts';
import type { Playback, PlaybackPartProps } from '../page/playback-part.ts';
import { ChooseContent } from './choose-content.tsx';
import css from './content.module.css';
import { ContentUploads } from './content-uploads.tsx';
import { Readiness } from './readiness.tsx';

type ContentChoice = Pick<Body<'updatePlayback'>, 'recordId' | 'assetId'>;

/** The video of a webinar: a recording of the group or an uploaded file. */
export function ContentPart({ playback, spaceId, changed }: PlaybackPartProps) {
  const text = useText('playbackContent');
  const api = useApi();
  const { act, isBusy, confirm, shown } = useConfirmed();
  const [isChoosing, setChoosing] = useState(false);
  const close = (): void => setChoosing(false);
  const remover = useRef<HTMLButtonElement>(null);
  const { id: playbackId } = playback;
  const attach = async (body: ContentChoice): Promise<void> =>
    changed(await api.updatePlayback({ spaceId, playbackId, body }));
  const remove = (): void =>
    confirm({
      title: text.removeTitle,
      text: text.removeText,
      yes: text.remove,
      returnTo: () => remover.current,
      send: () => attach(playback.recordId === null ? { assetId: null } : { recordId: null }),
    });
  const choose = (
    <Button variant={hasContent(playback) ? 'default' : 'filled'} onClick={() => setChoosing(true)}>
      {hasContent(playback) ? text.replace : text.choose}
    </Button>
  );
  return (
    <>
      {shown}
      <Card>
        {hasContent(playback) ? (
          <ContentCard
            playback={playback}
            isBusy={isBusy}
            replace={choose}
            removerRef={remover}
            onAgain={() => void act(() => attach({ recordId: playback.recordId, assetId: playback.assetId }))}
            onRemove={remove}
          />
        ) : (
          <EmptyState icon={IconMovie} title={text.none} text={text.noneHint}>
            {choose}
          </EmptyState>
        )}
      </Card>
      <ContentUploads
        spaceId={spaceId}
        onReady={(assetId) => act(() => attach({ assetId }))}
        hasContent={hasContent(playback)}
      />
      <Dialog isOpen={isChoosing} title={text.chooseTitle} onClose={close}>
        <ChooseContent playback={playback} onClose={close} onChosen={changed} />
      </Dialog>
    </>
  );
}

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
function ContentCard({ playback, isBusy, replace, removerRef, onAgain, onRemove }: Props) {
  const text = useText('playbackContent');
  const { contentName, recordId, readinessStatus, readinessReason, duration, posterUrl, mediaUrl } = playback;
  const name = contentName ?? text.unnamed;
  const { id: playbackId, spaceId, nextStartDate } = playback;
  const isUnscheduled = readinessStatus === 'ready' && nextStartDate === null;
  const hasFailed = readinessStatus === 'failed';
  return (
    <Grid gap="xl" p="lg" className={css.content} align="start">
      <Poster url={posterUrl} />
      <Stack gap="sm" shrink>
        <Title breaks>
          <bdi>{name}</bdi>
        </Title>
        <Row gap="xs lg" wrap size="md" dim tabular>
          <span>{recordId === null ? text.isUpload : text.isRecording}</span>
          {duration !== null && <time dateTime={clockValue(duration)}>{lengthText(duration)}</time>}
        </Row>
        <Text as="div" size="md">
          <Readiness playback={playback} />
          {/* Without the share, which would be read every few seconds. */}
          <VisuallyHidden role="status">{text.said[readinessStatus]}</VisuallyHidden>
        </Text>
        {readinessStatus === 'preparing' && <Quiet className={css.quiet}>{text.preparingText}</Quiet>}
        {readinessStatus === 'draft' && <Quiet className={css.quiet}>{text.offlineText}</Quiet>}
        {hasFailed && <Note tone="warning">{text.failures[readinessReason ?? 'unknown']}</Note>}
        <Row className={css.actions} gap="sm" wrap mt="sm">
          {hasFailed && (
            <Button loading={isBusy} onClick={onAgain}>
              {text.again}
            </Button>
          )}
          {isUnscheduled && (
            <LinkButton to={pathTo(pages.groupPlaybackPart, { spaceId, playbackId, part: 'schedule' })}>
              {text.toSchedule}
            </LinkButton>
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
        </Row>
      </Stack>
    </Grid>
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
