import { Menu } from '@mantine/core';
import { IconDots, IconEyeOff } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { ownHidden } from '../../../models/call/layout/hiding.ts';
import { MenuItem } from '../../../ui/parts/menu-item.tsx';
import { moreButtonId } from '../bar/keys-dialog.tsx';
import { MenuHint } from '../bar/menu-hint.tsx';
import css from './tile.module.css';
import { TileAction } from './tile-action.tsx';

/** The menu of the own tile. On a touch screen the whole tile opens it. */
export function OwnMenu() {
  const text = useText('tiles');
  const hide = (): void => {
    ownHidden.set(true);
    // This button goes with its tile, and that menu brings the tile back.
    document.getElementById(moreButtonId)?.focus();
  };
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>
        <TileAction label={text.ownMenu} icon={IconDots} className={css.ownMenu ?? ''} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItem icon={IconEyeOff} onClick={hide}>
          {text.hideOwn}
          <MenuHint>{text.hideOwnHint}</MenuHint>
        </MenuItem>
      </Menu.Dropdown>
    </Menu>
  );
}
