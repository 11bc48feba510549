import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { SidePart } from '../../stage-parts.ts';
import type { Question } from '../../ui/confirm.tsx';
import { useCallState } from './call-context.ts';
import { messages } from './messages.ts';
import { PeopleList } from './people-panel.tsx';
import css from './side-panel.module.css';

type Wishes = {
  pinned: string | undefined;
  onPin: (key: string | undefined) => void;
  onAsk: (question: Question) => void;
};

const usePeopleCount = (): number => useCallState((state) => state.people.length);

/** The list of people as a part of the side panel. */
export function usePeopleSide({ pinned, onPin, onAsk }: Wishes): SidePart {
  return useMemo(
    () => ({
      id: 'people',
      code: 'KeyP',
      shortcut: 'P',
      Icon: IconUsers,
      title: (language) => messages[language].people,
      useCount: usePeopleCount,
      body: () => (
        <div className={css.scroll}>
          <PeopleList pinned={pinned} onPin={onPin} onAsk={onAsk} />
        </div>
      ),
    }),
    [pinned, onPin, onAsk],
  );
}
