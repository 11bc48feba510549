import { Menu, Popover } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { type StageReaction, stageReactions } from '../../../../../contract/operations/stage-reactions.ts';
import { useText } from '../../../i18n/language.ts';
import { useGestures } from '../../../room/room-parts.tsx';
import { Grid, Row, Text } from '../../../ui/layout/layout.tsx';
import { moveFocus } from '../../../ui/move-focus.ts';
import { useStore } from '../../../ui/use-store.ts';
import { FeedbackChoices } from '../feedback/feedback-choices.tsx';
import { useMay } from '../people/use-permissions.ts';
import { BarButton } from './bar-button.tsx';
import css from './reactions.module.css';
import { useLock } from './use-locks.ts';

/** Opens the reactions and the answers, and leaves them open, because people send several. */
export function ReactionsButton() {
  const text = useText('gestures');
  const feedback = useText('feedback');
  const mine = useStore(useGestures().feedback.mine);
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
      <Popover.Dropdown className={css.tray ?? ''}>
        <ReactionRow />
        <FeedbackChoices />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The properties of a button that sends a reaction. */
function useReaction() {
  const text = useText('gestures');
  const { reactions } = useGestures();
  const isPaused = useStore(reactions.isPaused);
  return (emoji: StageReaction) => ({
    className: css.choice ?? '',
    'aria-label': text.sendReaction(emoji),
    'aria-disabled': isPaused || undefined,
    onClick: () => void reactions.send(emoji),
    children: emoji,
  });
}

/** The same within a menu, for a phone without space for the button. */
export function ReactionItems() {
  const reaction = useReaction();
  return (
    <Grid className={css.items}>
      {stageReactions.map((emoji) => (
        <Menu.Item key={emoji} closeMenuOnClick={false} {...reaction(emoji)} />
      ))}
    </Grid>
  );
}

/** The row of reactions. */
function ReactionRow() {
  const text = useText('gestures');
  const isPaused = useStore(useGestures().reactions.isPaused);
  const reaction = useReaction();
  return (
    <>
      {/* The arrow keys move along the row. */}
      <Row
        role="toolbar"
        aria-label={text.reactions}
        justify="center"
        wrap
        className={css.row}
        onKeyDown={(event) => moveFocus(event)}
      >
        {stageReactions.map((emoji) => (
          <button key={emoji} type="button" {...reaction(emoji)} />
        ))}
      </Row>
      {isPaused && (
        <Text size="sm" dim center className={css.pause}>
          {text.paused}
        </Text>
      )}
    </>
  );
}
