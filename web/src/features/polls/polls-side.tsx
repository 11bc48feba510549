import { useStore } from '../../ui/use-store.ts';
import './polls-styles.ts';
import { IconChartBar } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useText } from '../../i18n/language.ts';
import type { SidePanelTab } from '../../room/meeting-parts.ts';
import { usePolls } from '../../room/room-parts.tsx';
import { PollsPanel } from './polls-panel.tsx';

function useWaiting(): number | undefined {
  const count = useStore(usePolls().waiting);
  return count > 0 ? count : undefined;
}

/** The polls as a part of the side panel. */
export function usePollsSide(): SidePanelTab {
  const { polls: title } = useText('polls');
  return useMemo(
    () => ({
      id: 'polls',
      Icon: IconChartBar,
      title,
      useCount: useWaiting,
      isUrgent: true,
      body: <PollsPanel />,
    }),
    [title],
  );
}
