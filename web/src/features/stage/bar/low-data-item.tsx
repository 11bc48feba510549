import { Menu } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import { lowData } from '../../../models/call/media/low-data.ts';
import { useStore } from '../../../ui/use-store.ts';
import { MenuHint } from './menu-hint.tsx';

/** The switch of low-data mode. */
export function LowDataItem() {
  const text = useText('media');
  const isOn = useStore(lowData);
  return (
    <Menu.CheckboxItem checked={isOn} onChange={lowData.set}>
      {text.lowData}
      <MenuHint>{text.lowDataHint}</MenuHint>
    </Menu.CheckboxItem>
  );
}
