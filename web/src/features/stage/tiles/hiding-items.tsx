import { Menu } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import { ownHidden, videoOnly } from '../../../models/call/layout/hide-settings.ts';
import { useStore } from '../../../ui/use-store.ts';

/** Switches of the tiles that the stage hides. */
export function HidingItems() {
  const text = useText('tiles');
  return (
    <>
      <Menu.CheckboxItem checked={useStore(videoOnly)} onChange={videoOnly.set}>
        {text.hideVideoless}
      </Menu.CheckboxItem>
      <Menu.CheckboxItem checked={useStore(ownHidden)} onChange={ownHidden.set}>
        {text.hideOwn}
      </Menu.CheckboxItem>
    </>
  );
}
