import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { SidePanelTab } from '../../../room/meeting-parts.ts';
import { lazyComponent } from '../../../ui/lazily.ts';
import { RowsSkeleton } from '../../../ui/page/states.tsx';

// Viewers do not load what only moderators see.
const ViewersList = lazyComponent(
  async () => (await import('./viewers-list.tsx')).ViewersList,
  <RowsSkeleton count={5} />,
);

// The header of the page shows the number of viewers.
const useNoCount = (): undefined => undefined;

/** The viewers of a session as a part of the side panel, for moderators. `onCount` gets the number of its list. */
export function useViewersSide(
  sessionId: string,
  onCount: (count: number | undefined) => void,
): SidePanelTab {
  const { viewers: title } = useText('webinarViewers');
  return useMemo(
    () => ({
      id: 'people',
      Icon: IconUsers,
      title,
      useCount: useNoCount,
      body: <ViewersList sessionId={sessionId} onCount={onCount} />,
    }),
    [sessionId, onCount, title],
  );
}
