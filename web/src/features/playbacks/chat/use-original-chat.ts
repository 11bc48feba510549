import { useState } from 'react';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { useSubmit } from '../../../panel/use-submit.ts';
import { type ChatLine, inBatches, type LineChange, mostAtOnce, undoOf, withChanged } from './chat-lines.ts';

type Place = { spaceId: string; playbackId: string };
type Done = { said: string; back: LineChange[] };

export type OriginalChatEditing = {
  lines: readonly ChatLine[] | undefined;
  error: unknown;
  reload: () => void;
  /** Saves at once; `said` says afterwards what was done. Resolves to whether it succeeded. */
  save: (changes: LineChange[], said: string) => Promise<boolean>;
  done: Done | undefined;
  undo: () => void;
  isBusy: boolean;
  trouble: string | undefined;
};

/** The chat of the recorded call, all of it: a search looks through all lines. */
export function useOriginalChat(place: Place): OriginalChatEditing {
  const api = useApi();
  const [done, setDone] = useState<Done>();
  const loaded = useLoaded({
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
  const lines = loaded.value;
  const submit = useSubmit(async (changes: LineChange[]) => {
    let next = lines ?? [];
    for (const items of inBatches(changes, mostAtOnce)) {
      const answer = await api.updateOriginalChat({ ...place, body: { items } });
      next = withChanged(next, answer.items);
      loaded.set(next as ChatLine[]);
    }
  });

  async function save(changes: LineChange[], said: string): Promise<boolean> {
    const back = undoOf(lines ?? [], changes);
    setDone(undefined);
    const isSaved = await submit.run(changes);
    if (isSaved) setDone({ said, back });
    return isSaved;
  }

  return {
    lines,
    error: loaded.error,
    reload: loaded.reload,
    save,
    done,
    undo: () => {
      if (!done) return;
      void submit.run(done.back).then((isSaved) => isSaved && setDone(undefined));
    },
    isBusy: submit.isBusy,
    trouble: submit.sentence,
  };
}
