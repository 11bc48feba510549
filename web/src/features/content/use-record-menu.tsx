import { IconDownload, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { RowMenu, RowMenuItem } from '../../panel/list/row-menu.tsx';
import { NameField } from '../../ui/form/name-field.tsx';
import { isDeletable, type ListedRecord } from './model/record.ts';
import type { RecordActions } from './use-record-actions.ts';

type Parts = {
  record: ListedRecord;
  actions: RecordActions;
  /** A button beside the menu downloads the video at every width. */
  hasDownloadBeside?: boolean;
};

/** The menu of a recording, and the field that replaces its name during a rename. */
export function useRecordMenu({ record, actions, hasDownloadBeside = false }: Parts): {
  menu: ReactNode;
  editor: ReactNode;
} {
  const text = useText('recordings');
  const [isNaming, setNaming] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const editor = isNaming && (
    <NameField
      isFromMenu
      label={text.renameOf(plainName(record.name))}
      value={record.name}
      missing={text.nameMissing}
      onSave={(next) => actions.rename(record, next)}
      onClose={() => setNaming(false)}
      returnTo={() => opener.current}
    />
  );
  const menu = (
    <RowMenu ref={opener} name={record.name}>
      <RowMenuItem icon={IconPencil} onClick={() => setNaming(true)}>
        {text.rename}
      </RowMenuItem>
      {record.state === 'finished' && (
        <>
          {!hasDownloadBeside && (
            <RowMenuItem icon={IconDownload} onClick={() => void actions.download(record)}>
              {text.download}
            </RowMenuItem>
          )}
          <RowMenuItem icon={IconLink} onClick={() => actions.share(record)}>
            {text.copyLink}
          </RowMenuItem>
        </>
      )}
      {isDeletable(record) && (
        <RowMenuItem icon={IconTrash} isDanger onClick={(returnTo) => actions.remove(record, returnTo)}>
          {text.remove}
        </RowMenuItem>
      )}
    </RowMenu>
  );
  return { menu, editor };
}
