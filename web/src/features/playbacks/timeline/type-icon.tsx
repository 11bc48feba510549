import { IconChartBar, IconMessage, IconTag } from '@tabler/icons-react';
import type { ItemType } from './model/item-draft.ts';

const icons = { offer: IconTag, poll: IconChartBar, message: IconMessage };

export function TypeIcon({ type, size = 18 }: { type: ItemType; size?: number }) {
  const Icon = icons[type];
  return <Icon size={size} aria-hidden />;
}
