import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { SidePanelTab } from '../../../room/meeting-parts.ts';
import { lazily } from '../../../ui/lazily.ts';
import { RowsSkeleton } from '../../../ui/page/states.tsx';

// Viewers do not load what only moderators see.
const list = lazily(() => import('./viewers-list.tsx'));

// The header of the page shows the number of viewers.
const useNoCount = (): undefined => undefined;

/** The viewers of a session as a part of the side panel, for moderators. */
export function useViewersSide(sessionId: string): SidePanelTab {
  const { viewers: title } = useText('webinarViewers');
  return useMemo(
    () => ({
      id: 'people',
      Icon: IconUsers,
      title,
      useCount: useNoCount,
      body: () => <Loaded sessionId={sessionId} />,
    }),
    [sessionId, title],
  );
}

function Loaded({ sessionId }: { sessionId: string }) {
  const part = list.usePart();
  return part ? <part.ViewersList sessionId={sessionId} /> : <RowsSkeleton count={5} />;
}
