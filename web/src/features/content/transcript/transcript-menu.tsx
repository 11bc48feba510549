import { Menu } from '@mantine/core';
import { IconDots, IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { MenuItem } from '../../../ui/parts/menu-item.tsx';
import { type TranscriptActions, transcriptFormats } from './use-transcript-actions.tsx';

type Props = { actions: TranscriptActions; mayEdit: boolean };

/** The downloads of a transcript, and what a moderator may do with it. */
export function TranscriptMenu({ actions, mayEdit }: Props) {
  const text = useText('transcript');
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <IconButton icon={IconDots} ref={opener} aria-label={text.actions} title={text.actions} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{text.downloads}</Menu.Label>
        {transcriptFormats.map((format) => (
          <MenuItem key={format} icon={IconDownload} onClick={() => actions.download(format)}>
            {text[format]}
          </MenuItem>
        ))}
        {mayEdit && (
          <>
            <Menu.Divider />
            <MenuItem icon={IconRefresh} onClick={() => actions.request(() => opener.current)}>
              {text.again}
            </MenuItem>
            <MenuItem icon={IconTrash} isDanger onClick={() => actions.remove(() => opener.current)}>
              {text.remove}
            </MenuItem>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
