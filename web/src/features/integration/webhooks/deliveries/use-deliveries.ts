import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../../panel/context.ts';
import { type Loaded, useLoaded } from '../../../../panel/loading/use-loaded.ts';
import { type DeliveryFilters, toDeliveryQuery, writeFilters } from '../model/filters.ts';
import { mergeDeliveries, paceOf, type ShownDeliveries } from '../model/follow.ts';
import type { Delivery } from '../model/types.ts';
import type { WebhookAt } from '../model/webhook-at.ts';
import { useNews } from './use-news.ts';

const step = 50;
/** The server's maximum for one request. */
const most = 1_000;
const quick = 2_000;

type Listed = { items: Delivery[]; total: number; shown: ShownDeliveries; count: number };

type Options = {
  at: WebhookAt;
  filters: DeliveryFilters;
  list: RefObject<HTMLElement | null>;
  /** Called after a delivery: the receiver's state may have changed. */
  onNews: () => void;
};

/** True while the reader's pointer or focus is in a row. */
function isLookedAt(list: HTMLElement | null): boolean {
  if (!list) return false;
  return (
    list.getBoundingClientRect().top < 0 || list.matches(':hover') || list.contains(document.activeElement)
  );
}

export type Deliveries = Omit<Loaded<Listed>, 'set'> & {
  items: readonly Delivery[];
  total: number;
  /** How many newer deliveries are not shown yet. */
  fresh: number;
  hasMore: boolean;
  isGrowing: boolean;
  /** True if there are older ones than a list can show. */
  isFull: boolean;
  showFresh: () => void;
  showMore: () => void;
};

/** Deliveries of a webhook, kept up to date without moving rows under the reader. */
export function useDeliveries({ at, filters, list, onNews }: Options): Deliveries {
  const api = useApi();
  const key = ['deliveries', at.webhookId, writeFilters(filters)];
  const cached = useQueryClient().getQueryData<Listed>(key);
  const name = JSON.stringify(key);
  const [growth, setGrowth] = useState({ name, count: cached?.count ?? step });
  const count = growth.name === name ? growth.count : step;
  const before = useRef<Listed>(undefined);

  const live = useLoaded<Listed>({
    key,
    load: async () => {
      const query = { ...toDeliveryQuery(filters, new Date()), limit: count };
      const { items, total } = await api.listWebhookDeliveriesById({ ...at, query });
      const shown = mergeDeliveries(
        before.current?.shown.items ?? [],
        { items, total },
        !isLookedAt(list.current),
      );
      return { items, total, shown, count };
    },
    pace: ({ items }) => paceOf(items, Date.now(), quick),
    // Coming back from a delivery restores the list.
    gcTime: 3_600_000,
  });
  const { value, isBehind, reload, set } = live;
  before.current = isBehind ? undefined : value;

  const asked = useRef(count);
  useEffect(() => {
    if (asked.current === count) return;
    asked.current = count;
    reload();
  }, [count, reload]);

  const newest = isBehind ? undefined : value?.items.find(({ status }) => status !== 'pending');
  useNews(newest && `${newest.id} ${newest.status} ${newest.attempts.length}`, onNews);

  const { shown, total = 0 } = value ?? {};
  const items = shown?.items ?? [];
  return {
    ...live,
    items,
    total,
    fresh: shown?.fresh ?? 0,
    hasMore: items.length + (shown?.fresh ?? 0) < total && count < most,
    isGrowing: value !== undefined && !isBehind && value.count < count,
    isFull: count >= most && total > most,
    showFresh: () => value && set({ ...value, shown: { items: value.items, fresh: 0 } }),
    showMore: () => setGrowth({ name, count: Math.min(count + step, most) }),
  };
}
