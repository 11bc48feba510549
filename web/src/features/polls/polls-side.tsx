import { useStore } from '../../ui/use-store.ts';
import './polls-styles.ts';
import { IconChartBar } from '@tabler/icons-react';
import { useMemo } from 'react';
import { usePolls } from '../../room/extras-context.tsx';
import type { SidePanelTab } from '../../room/meeting-parts.ts';
import { messages } from './messages.ts';
import { PollsPanel } from './polls-panel.tsx';

function useWaiting(): number | undefined {
  const count = useStore(usePolls().waiting);
  return count > 0 ? count : undefined;
}

/** The polls as a part of the side panel. */
export function usePollsSide(): SidePanelTab {
  return useMemo(
    () => ({
      id: 'polls',
      Icon: IconChartBar,
      title: (language) => messages[language].polls,
      useCount: useWaiting,
      isUrgent: true,
      body: () => <PollsPanel />,
    }),
    [],
  );
}
