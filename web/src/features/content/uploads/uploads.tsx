import { useEffect, useEffectEvent, useId, useMemo } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Rows } from '../../../panel/list/row.tsx';
import { type Loaded, useLoaded } from '../../../panel/loading/use-loaded.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { Announced } from '../../../panel/uploads/announced.tsx';
import { UploadButton } from '../../../panel/uploads/upload-button.tsx';
import { UploadRow } from '../../../panel/uploads/upload-row.tsx';
import { useUploadQueue } from '../../../panel/uploads/use-upload-queue.ts';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Card, Row, Text, Title } from '../../../ui/layout/layout.tsx';
import { LoadFailed, StaleNote } from '../../../ui/page/states.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { AssetRow } from './asset-row.tsx';
import css from './uploads.module.css';
import { type ListedAsset, useAssetActions } from './use-asset-actions.ts';
import { useDrop } from './use-drop.ts';

const [quick, calm] = [2_500, 30_000];

type Assets = Loaded<{ items: ListedAsset[]; total: number }>;

function useAssets(spaceId: string): Assets {
  const api = useApi();
  return useLoaded({
    key: ['assets', spaceId],
    load: () => api.listAssets({ spaceId }),
    pace: ({ items }) => (items.some(({ state }) => state === 'processing') ? quick : calm),
  });
}

/** The uploads of this page in a group. One that is done gives way to the row of its video. */
function useItems(spaceId: string, assets: Assets) {
  const queue = useUploadQueue();
  const all = useStore(queue.items);
  const items = useMemo(() => all.filter((item) => item.spaceId === spaceId), [all, spaceId]);
  const done = items.filter(({ phase }) => phase === 'done');
  const listed = new Set(
    assets.value?.items.filter(({ state }) => state !== 'uploading').map(({ id }) => id),
  );
  const isMissing = done.some(({ assetId = '' }) => !listed.has(assetId));
  const reload = useEffectEvent(assets.reload);
  useEffect(() => {
    if (isMissing) reload();
  }, [isMissing]);
  useEffect(() => {
    for (const { key, assetId = '' } of done) if (listed.has(assetId)) queue.dismiss(key);
  });
  return { queue, items };
}

/** The uploaded videos of a group, and the files that are being uploaded. */
export function Uploads({ spaceId }: { spaceId: string }) {
  const text = useText('uploads');
  const title = useId();
  const assets = useAssets(spaceId);
  const { queue, items } = useItems(spaceId, assets);
  const add = (files: readonly File[]): void => queue.add(spaceId, files);
  const { isOver, handlers } = useDrop(add);
  const { ask, asked } = useQuestion();
  const actions = useAssetActions({ ask, onChanged: assets.reload });
  const own = new Set(items.map(({ assetId }) => assetId));
  const others = (assets.value?.items ?? []).filter(({ id }) => !own.has(id));
  return (
    <section className={css.section} aria-labelledby={title} data-over={isOver || undefined} {...handlers}>
      <Row gap="sm lg" wrap align="center" justify="between" mb="md" className={css.head}>
        <Title id={title}>{text.title}</Title>
        <UploadButton onFiles={add} />
      </Row>
      <ProblemLine of={actions.problem} />
      {assets.value && assets.error !== undefined && <StaleNote of="list" onAgain={assets.reload} />}
      {!assets.value && assets.error !== undefined && <LoadFailed onAgain={assets.reload} />}
      {items.length + others.length > 0 ? (
        <Card>
          <Rows label={text.title} isBehind={false}>
            {items.map((item) => (
              <UploadRow key={item.key} item={item} queue={queue} ask={ask} />
            ))}
            {others.map((asset) => (
              <AssetRow key={asset.id} asset={asset} actions={actions} />
            ))}
          </Rows>
        </Card>
      ) : (
        <Text size="lg" dim pretty measure={70}>
          {text.hint}
        </Text>
      )}
      <Announced items={items} />
      {asked}
    </section>
  );
}
