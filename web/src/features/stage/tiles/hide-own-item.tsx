import { IconEyeOff } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { ownHidden } from '../../../models/call/layout/hide-settings.ts';
import { MenuItem } from '../../../ui/parts/menu-item.tsx';
import { moreButtonId } from '../bar/keys-dialog.tsx';
import { MenuHint } from '../bar/menu-hint.tsx';

/** Hides the own tile, from the menu on this tile. */
export function HideOwnItem() {
  const text = useText('tiles');
  const hide = (): void => {
    ownHidden.set(true);
    // The menu's button goes with its tile, and this menu brings the tile back.
    document.getElementById(moreButtonId)?.focus();
  };
  return (
    <MenuItem icon={IconEyeOff} onClick={hide}>
      {text.hideOwn}
      <MenuHint>{text.hideOwnHint}</MenuHint>
    </MenuItem>
  );
}
