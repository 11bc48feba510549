import { IconPresentation } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useText } from '../../i18n/language.ts';
import type { SidePanelTab } from '../../room/meeting-parts.ts';
import { SlidesPanel } from './slides-panel.tsx';

/** The documents of the room as a part of the side panel. */
export function useSlidesSide(): SidePanelTab {
  const { slides: title } = useText('slides');
  return useMemo(
    () => ({
      id: 'slides',
      Icon: IconPresentation,
      title,
      useCount: () => undefined,
      body: <SlidesPanel />,
    }),
    [title],
  );
}
