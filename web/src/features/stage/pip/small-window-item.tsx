import { IconPictureInPicture, IconPictureInPictureOff } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { MenuItem } from '../../../ui/parts/menu-item.tsx';
import { useCall } from '../call-context.ts';
import { useMainTile } from './small-window.tsx';
import type { SmallWindow } from './use-small-window.ts';

type Props = { smallWindow: SmallWindow; pinned: string | undefined };

/** Opens or closes the small window; absent where the browser has none. */
export function SmallWindowItem({ smallWindow, pinned }: Props) {
  const text = useText('media');
  const { notices } = useCall();
  const tile = useMainTile(pinned);
  if (!smallWindow.kind) return null;
  const Icon = smallWindow.opened ? IconPictureInPictureOff : IconPictureInPicture;
  const toggle = (): void =>
    void smallWindow.toggle(tile?.key).catch(() => notices.add({ kind: 'no-small-window' }));
  return (
    <MenuItem icon={Icon} onClick={toggle}>
      {smallWindow.opened ? text.closeSmallWindow : text.smallWindow}
    </MenuItem>
  );
}
