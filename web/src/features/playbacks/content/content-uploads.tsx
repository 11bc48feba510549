import { useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { UploadItem } from '../../../models/upload/upload-queue.ts';
import { useApi } from '../../../panel/context.ts';
import { Rows } from '../../../panel/list/row.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { Quiet } from '../../../panel/quiet.tsx';
import { Announced } from '../../../panel/uploads/announced.tsx';
import { UploadButton } from '../../../panel/uploads/upload-button.tsx';
import { UploadRow } from '../../../panel/uploads/upload-row.tsx';
import { useUploadQueue } from '../../../panel/uploads/use-upload-queue.ts';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Card, Row, Title } from '../../../ui/layout/layout.tsx';
import { useStore } from '../../../ui/use-store.ts';
import css from './content.module.css';

type Props = {
  spaceId: string;
  hasContent: boolean;
  /** Called with an uploaded video that can be used; resolves to whether it is used now. */
  onReady: (assetId: string) => Promise<boolean>;
};

/** Uploads a video for this webinar, and uses it as soon as the server has stored it. */
export function ContentUploads({ spaceId, hasContent, onReady }: Props) {
  const text = useText('playbackContent');
  const queue = useUploadQueue();
  const all = useStore(queue.items);
  const items = useMemo(() => all.filter((item) => item.spaceId === spaceId), [all, spaceId]);
  const [wanted, setWanted] = useState<string>();
  const { ask, asked } = useQuestion();
  const add = (files: readonly File[]): void => {
    const before = new Set(queue.items.get().map(({ key }) => key));
    queue.add(spaceId, files.slice(0, 1));
    setWanted(queue.items.get().find(({ key }) => !before.has(key))?.key);
  };
  const awaited = items.find(({ key }) => key === wanted);
  return (
    <section className={css.uploads} aria-label={text.uploadTitle}>
      <Row className={css.head} gap="sm lg" wrap align="center" justify="between" mb="md">
        <Title>{text.uploadTitle}</Title>
        <UploadButton isSingle onFiles={add} />
      </Row>
      <Quiet className={css.quiet}>{hasContent ? text.uploadReplaces : text.uploadHint}</Quiet>
      {items.length > 0 && (
        <Card>
          <Rows label={text.uploadTitle} isBehind={false}>
            {items.map((item) => (
              <UploadRow key={item.key} item={item} queue={queue} ask={ask} />
            ))}
          </Rows>
        </Card>
      )}
      {awaited?.phase === 'done' && awaited.assetId !== undefined && (
        <UseWhenReady
          key={awaited.key}
          item={awaited}
          assetId={awaited.assetId}
          onReady={async (assetId) => {
            setWanted(undefined);
            if (await onReady(assetId)) queue.dismiss(awaited.key);
          }}
        />
      )}
      <Announced items={items} />
      {asked}
    </section>
  );
}

type WaitingProps = { item: UploadItem; assetId: string; onReady: (assetId: string) => Promise<void> };

const pace = 1_000;

/** Waits until the server has stored an uploaded file. */
function UseWhenReady({ item: { spaceId }, assetId, onReady }: WaitingProps) {
  const api = useApi();
  const asset = useLoaded({
    key: ['asset', assetId],
    load: () => api.getAsset({ spaceId, assetId }),
    pace: ({ state }) => (state === 'ready' ? undefined : pace),
  });
  const isReady = asset.value?.state === 'ready';
  const latest = useRef(onReady);
  latest.current = onReady;
  useEffect(() => {
    if (isReady) void latest.current(assetId);
  }, [isReady, assetId]);
  return null;
}
