import { IconDownload, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { RowMenu } from '../../panel/list/row-menu.tsx';
import { NameField } from '../../ui/form/name-field.tsx';
import { MenuItem } from '../../ui/parts/menu-item.tsx';
import { isDeletable, type ListedRecord } from './model/record.ts';
import type { RecordActions } from './use-record-actions.ts';

type Parts = { record: ListedRecord; actions: RecordActions };

/** The menu of a recording, and the field that replaces its name during a rename. */
export function useRecordMenu({ record, actions }: Parts): { menu: ReactNode; editor: ReactNode } {
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
      <MenuItem icon={IconPencil} onClick={() => setNaming(true)}>
        {text.rename}
      </MenuItem>
      {record.state === 'finished' && (
        <>
          <MenuItem icon={IconDownload} onClick={() => void actions.download(record)}>
            {text.download}
          </MenuItem>
          <MenuItem icon={IconLink} onClick={() => actions.share(record)}>
            {text.link}
          </MenuItem>
        </>
      )}
      {isDeletable(record) && (
        <MenuItem icon={IconTrash} isDanger onClick={() => actions.remove(record, () => opener.current)}>
          {text.remove}
        </MenuItem>
      )}
    </RowMenu>
  );
  return { menu, editor };
}
