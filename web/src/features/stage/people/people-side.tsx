import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { SidePanelTab } from '../../../room/meeting-parts.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import { useCallState } from '../call-context.ts';
import { PeopleViews } from './people-views.tsx';
import { useWaiting } from './use-waiting.ts';

type Wishes = {
  pinned: string | undefined;
  onPin: (key: string | undefined) => void;
  onAsk: (question: Question) => void;
};

/** The number of waiting people has precedence over that of participants. */
function usePeopleCount(): number {
  const people = useCallState((state) => state.people.length);
  const waiting = useWaiting().length;
  return waiting > 0 ? waiting : people;
}

/** The list of people as a part of the side panel. */
export function usePeopleSide({ pinned, onPin, onAsk }: Wishes): SidePanelTab {
  const isSomebodyWaiting = useWaiting().length > 0;
  const { people: title } = useText('stage');
  const { waitingCount } = useText('waitingList');
  return useMemo(
    () => ({
      id: 'people',
      code: 'KeyP',
      shortcut: 'P',
      Icon: IconUsers,
      title,
      useCount: usePeopleCount,
      isUrgent: isSomebodyWaiting,
      countLabel: isSomebodyWaiting ? waitingCount : undefined,
      body: <PeopleViews pinned={pinned} onPin={onPin} onAsk={onAsk} />,
    }),
    [pinned, onPin, onAsk, isSomebodyWaiting, title, waitingCount],
  );
}
