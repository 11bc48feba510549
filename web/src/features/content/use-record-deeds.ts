import { useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { useApi } from '../../panel/context.ts';
import { type Submit, useSubmit } from '../../panel/use-submit.ts';
import { plainName } from '../../plain-name.ts';
import type { Question } from '../../ui/confirm.tsx';
import { contentMessages } from './messages.ts';
import type { Recording } from './model/record.ts';

type Named = Pick<Recording, 'id' | 'spaceId' | 'roomId' | 'name' | 'state'>;
type Back = Question['returnTo'];
type Deed = () => Promise<unknown>;

export type RecordDeeds = {
  /** Says whether it was done. */
  rename: (record: Named, name: string) => Promise<boolean>;
  download: (record: Named) => Promise<boolean>;
  remove: (record: Named, returnTo: Back) => void;
  /** The recording for which a link is being handed on. */
  shared: Named | undefined;
  share: (record: Named | undefined) => void;
  submit: Submit<[Deed]>;
};

type Parts = { ask: (question: Question) => void; onRenamed: () => void; onGone: () => void };

export const pathOf = ({ spaceId, roomId, id }: Pick<Named, 'id' | 'spaceId' | 'roomId'>) => ({
  spaceId,
  roomId,
  recordId: id,
});

/** Saves what is behind an address, without leaving the page. */
function save(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** What can be done with a recording, wherever it is shown. */
export function useRecordDeeds({ ask, onRenamed, onGone }: Parts): RecordDeeds {
  const text = useText(contentMessages);
  const api = useApi();
  const { record_active, record_not_ready, forbidden } = text;
  const submit = useSubmit((deed: Deed) => deed(), { record_active, record_not_ready, forbidden });
  const [shared, share] = useState<Named>();
  const latest = useRef({ onRenamed, onGone });
  latest.current = { onRenamed, onGone };

  return {
    submit,
    shared,
    share,
    rename: (record, name) =>
      submit
        .run(() => api.updateRecord({ ...pathOf(record), body: { name } }))
        .then((isDone) => {
          if (isDone) latest.current.onRenamed();
          return isDone;
        }),
    download: (record) => submit.run(async () => save(await api.downloadRecord(pathOf(record)))),
    remove: (record, returnTo) =>
      ask({
        title: text.removeTitle(plainName(record.name)),
        text:
          record.state === 'aborted' || record.state === 'failed' ? text.removeEmptyText : text.removeText,
        yes: text.remove,
        act: () =>
          void submit
            .run(() => api.deleteRecord(pathOf(record)))
            .then((isDone) => isDone && latest.current.onGone()),
        returnTo,
      }),
  };
}
