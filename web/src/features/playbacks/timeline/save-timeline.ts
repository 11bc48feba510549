import type { Answer } from '../../../../../contract/routes.ts';
import { ApiError, type Client } from '../../../api/api.ts';
import { type ItemDraft, sentItemOf } from './model/item-draft.ts';
import {
  conflictsOf,
  mergeDraft,
  type RefusedItems,
  refusedItemsOf,
  type TimelineDraft,
  timelineDraftOf,
} from './model/timeline-draft.ts';

/** Items that the reader and somebody else changed differently, and the timeline as the other one saved it. */
export type TimelineConflict = { items: readonly ItemDraft[]; theirs: TimelineDraft };

type Changes = {
  /** The timeline on which the reader's changes are based. */
  base: TimelineDraft;
  mine: TimelineDraft;
  onRefused: (items: RefusedItems) => void;
};
type Saved = { sent: TimelineDraft; answer: Answer<'updateTimeline'> };
type Place = { spaceId: string; playbackId: string };

/** Saves the changes on top of what others saved meanwhile, unless both changed the same item. */
async function saveOnce(api: Client, place: Place, changes: Changes): Promise<Saved | TimelineConflict> {
  const { base, mine, onRefused } = changes;
  const { items, revision } = await api.getTimeline(place);
  const theirs = timelineDraftOf(items);
  const conflicts = conflictsOf(base, mine, theirs);
  if (conflicts.length > 0) return { items: conflicts, theirs };
  const sent = mergeDraft(base, mine, theirs);
  try {
    const body = { items: sent.map(sentItemOf), ifRevision: revision };
    return { sent, answer: await api.updateTimeline({ ...place, body }) };
  } catch (error) {
    onRefused(refusedItemsOf(error instanceof ApiError ? error.details : [], sent));
    throw error;
  }
}

/** Saves the changes, and tries again if somebody else saves the timeline in the same moment. */
export async function saveTimeline(
  api: Client,
  place: Place,
  changes: Changes,
): Promise<Saved | TimelineConflict> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await saveOnce(api, place, changes);
    } catch (error) {
      if (attempt === 3 || !(error instanceof ApiError) || error.code !== 'timeline_changed') throw error;
    }
  }
}
