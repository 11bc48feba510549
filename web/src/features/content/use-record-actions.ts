import { useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { isWithoutVideo } from '../../models/recording/without-video.ts';
import { useApi } from '../../panel/context.ts';
import { type Submit, useSubmit } from '../../panel/use-submit.ts';
import type { Question } from '../../ui/form/confirm.tsx';
import type { ListedRecord } from './model/record.ts';

type Named = Pick<ListedRecord, 'id' | 'spaceId' | 'roomId' | 'name' | 'state'>;
type Back = Question['returnTo'];
type Sending = Submit<[() => Promise<unknown>]>;

export type RecordActions = {
  /** Resolves to whether it succeeded. */
  rename: (record: Named, name: string) => Promise<boolean>;
  download: (record: Named) => Promise<boolean>;
  remove: (record: Named, returnTo: Back) => void;
  /** The recording whose download link is shown. */
  shared: Named | undefined;
  share: (record: Named | undefined) => void;
  /** The problem of the last action, if any. */
  problem: Sending;
};

type Parts = { ask: (question: Question) => void; onRenamed: () => void; onGone: () => void };

export const pathOf = ({ spaceId, roomId, id }: Pick<Named, 'id' | 'spaceId' | 'roomId'>) => ({
  spaceId,
  roomId,
  recordId: id,
});

/** Downloads an address without leaving the page. */
function save(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** The actions on a recording, wherever it is shown. */
export function useRecordActions({ ask, onRenamed, onGone }: Parts): RecordActions {
  const text = useText('recordings');
  const api = useApi();
  const { record_active, record_not_ready, forbidden } = text;
  const own = { record_active, record_not_ready, forbidden };
  // Separate requests, because a click on another action also saves the name.
  const renaming: Sending = useSubmit((send) => send(), own);
  const downloading: Sending = useSubmit((send) => send(), own);
  const removing: Sending = useSubmit((send) => send(), own);
  const all = [renaming, downloading, removing];
  const [shared, share] = useState<Named>();
  const latest = useRef({ onRenamed, onGone });
  latest.current = { onRenamed, onGone };

  /** Clears the problem of the last action, whichever it was. */
  function run(one: Sending, send: () => Promise<unknown>): Promise<boolean> {
    for (const { touch } of all) touch();
    return one.run(send);
  }

  return {
    problem: all.find(({ problem }) => problem) ?? renaming,
    shared,
    share,
    rename: (record, name) =>
      run(renaming, () => api.updateRecord({ ...pathOf(record), body: { name } })).then((isDone) => {
        if (isDone) latest.current.onRenamed();
        return isDone;
      }),
    download: (record) => run(downloading, async () => save(await api.downloadRecord(pathOf(record)))),
    remove: (record, returnTo) =>
      ask({
        title: text.removeTitle(plainName(record.name)),
        text: isWithoutVideo(record) ? text.removeEmptyText : text.removeText,
        yes: text.remove,
        act: () =>
          void run(removing, () => api.deleteRecord(pathOf(record))).then(
            (isDone) => isDone && latest.current.onGone(),
          ),
        returnTo,
      }),
  };
}
