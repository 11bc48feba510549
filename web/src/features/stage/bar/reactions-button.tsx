import { Popover } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { ReactionItems, ReactionRow, trayCss } from '../../../room/reactions/reaction-choices.tsx';
import { useGestures } from '../../../room/room-parts.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { FeedbackChoices, FeedbackItems } from '../feedback/feedback-choices.tsx';
import { useMay } from '../people/use-permissions.ts';
import { BarButton } from './bar-button.tsx';
import { useLock } from './use-locks.ts';

/** Opens the reactions and the answers, and leaves them open, because people send several. */
export function ReactionsButton() {
  const text = useText('gestures');
  const feedback = useText('feedback');
  const { reactions, feedback: answers } = useGestures();
  const mine = useStore(answers.mine);
  const [isOpen, setOpen] = useState(false);
  const lock = useLock(useMay('isReactingAllowed') ? undefined : { kind: 'reactions-off' });
  if (lock) {
    return (
      <BarButton label={text.reactions} lock={lock}>
        <IconMoodSmile size={22} aria-hidden />
      </BarButton>
    );
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="top"
      offset={12}
      shadow="lg"
      radius="lg"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <BarButton
          label={mine ? `${text.reactions}. ${feedback.own(feedback[mine])}` : text.reactions}
          look={isOpen || mine ? 'active' : 'quiet'}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconMoodSmile size={22} aria-hidden />
        </BarButton>
      </Popover.Target>
      <Popover.Dropdown className={trayCss}>
        <ReactionRow reactions={reactions} />
        <FeedbackChoices />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The same within a menu, for a phone without space for the button. */
export function GestureItems() {
  return (
    <>
      <ReactionItems reactions={useGestures().reactions} />
      <FeedbackItems />
    </>
  );
}
