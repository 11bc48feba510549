import { Menu } from '@mantine/core';
import { type StageReaction, stageReactions } from '../../../../contract/operations/stage-reactions.ts';
import { useText } from '../../i18n/language.ts';
import type { Reactions } from '../../models/gestures/reactions.ts';
import { Grid, Row, Text } from '../../ui/layout/layout.tsx';
import { moveFocus } from '../../ui/move-focus.ts';
import { useStore } from '../../ui/use-store.ts';
import css from './reactions.module.css';

type Props = { reactions: Reactions };

/** The class of the popover around the row. */
export const trayCss = css.tray ?? '';

/** The name of the button that opens them. */
export const useReactionsLabel = (): string => useText('gestures').reactions;

/** The properties of a button that sends a reaction. */
function useReaction({ reactions }: Props) {
  const text = useText('gestures');
  const isPaused = useStore(reactions.isPaused);
  return (emoji: StageReaction) => ({
    className: css.choice ?? '',
    'aria-label': text.sendReaction(emoji),
    'aria-disabled': isPaused || undefined,
    onClick: () => void reactions.send(emoji),
    children: emoji,
  });
}

/** Within a menu, for a phone without space for the button. */
export function ReactionItems(props: Props) {
  const reaction = useReaction(props);
  return (
    <Grid className={css.items}>
      {stageReactions.map((emoji) => (
        <Menu.Item key={emoji} closeMenuOnClick={false} {...reaction(emoji)} />
      ))}
    </Grid>
  );
}

/** The row of reactions. */
export function ReactionRow(props: Props) {
  const text = useText('gestures');
  const isPaused = useStore(props.reactions.isPaused);
  const reaction = useReaction(props);
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
