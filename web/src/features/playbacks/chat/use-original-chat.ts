import { useState } from 'react';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { useSubmit } from '../../../panel/use-submit.ts';
import { type ChatLine, inBatches, type LineChange, mostAtOnce, undoOf, withChanged } from './chat-lines.ts';

type Place = { spaceId: string; playbackId: string };
type Done = { said: string; back: LineChange[] };

export type OriginalChatEditing = ReturnType<typeof useOriginalChat>;

/** The chat of the recorded call, all of it: a search looks through all lines. */
export function useOriginalChat(place: Place) {
  const api = useApi();
  const [done, setDone] = useState<Done>();
  const { value, error, reload, set } = useLoaded({
    key: ['original chat', place.playbackId],
    load: async () => {
      const lines: ChatLine[] = [];
      for (;;) {
        const query = { limit: mostAtOnce, offset: lines.length };
        const { items, total } = await api.getOriginalChat({ ...place, query });
        lines.push(...items);
        if (items.length === 0 || lines.length >= total) return lines;
      }
    },
  });
  const submit = useSubmit(async (changes: LineChange[]) => {
    let next = value ?? [];
    for (const items of inBatches(changes, mostAtOnce)) {
      const answer = await api.updateOriginalChat({ ...place, body: { items } });
      next = withChanged(next, answer.items);
      set(next);
    }
  });

  /** Saves at once; `said` says afterwards what was done. Resolves to whether it succeeded. */
  async function save(changes: LineChange[], said: string): Promise<boolean> {
    const back = undoOf(value ?? [], changes);
    setDone(undefined);
    const isSaved = await submit.run(changes);
    if (isSaved) setDone({ said, back });
    return isSaved;
  }

  return {
    ...{ value, error, reload },
    save,
    done,
    undo: (): void => {
      if (!done) return;
      void submit.run(done.back).then((isSaved) => isSaved && setDone(undefined));
    },
    isBusy: submit.isBusy,
    trouble: submit.sentence,
  };
}
