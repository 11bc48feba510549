import { IconChartBar, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { useChat } from '../../room/chat-context.ts';
import { usePolls } from '../../room/room-parts.tsx';
import { useSidePanelControl } from '../../room/side-panel-context.ts';
import { Grid, Pill, Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { usePartOf, useStore } from '../../ui/use-store.ts';
import css from './running-poll.module.css';
import { useVotesText } from './use-votes-text.ts';

/** The newest running poll as a card in the chat, with a link to its form. */
export function RunningPoll() {
  const text = useText('polls');
  const votesText = useVotesText();
  const { polls } = useStore(usePolls().state);
  const { room } = useChat();
  const role = usePartOf(room.state, (state) => state.role);
  const panel = useSidePanelControl();
  const [hidden, setHidden] = useState<string>();
  const poll = polls.find(({ status }) => status === 'in_progress');
  if (!poll || poll.id === hidden) return null;
  const count = votesText(poll);
  const mayAnswer = !poll.isVoted && role !== 'moderator';
  return (
    <Row
      as="section"
      fixed
      align="center"
      gap="sm"
      p="sm md"
      pe="sm"
      ground="accent-soft"
      className={css.card}
      aria-label={text.inChat(count)}
    >
      <IconChartBar size={20} className={css.icon} aria-hidden />
      <Stack grow>
        <Text as="span" size="xs" className={css.label}>
          {text.inChat(count)}
        </Text>
        <Text as="span" size="md" weight={600} leading={1.35} breaks clamp={2} className={css.question}>
          {poll.question}
        </Text>
      </Stack>
      <Pill
        fixed
        size="md"
        weight={600}
        tone="accent"
        tall={40}
        frame="accent"
        className={css.go}
        data-first={mayAnswer || undefined}
        onClick={() => panel.show('polls')}
      >
        {mayAnswer ? text.answer : text.showResult}
      </Pill>
      <Grid
        as="button"
        fixed
        center
        radius="md"
        hover="fill"
        className={css.hide}
        aria-label={text.hide}
        onClick={() => setHidden(poll.id)}
      >
        <IconX size={16} aria-hidden />
      </Grid>
    </Row>
  );
}
