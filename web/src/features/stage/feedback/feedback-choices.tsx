import { Menu } from '@mantine/core';
import { type FeedbackAnswer, feedbackAnswers } from '../../../../../contract/operations/feedback-answers.ts';
import { useText } from '../../../i18n/language.ts';
import { useGestures } from '../../../room/room-parts.tsx';
import { Grid, Text } from '../../../ui/layout/layout.tsx';
import { useStore } from '../../../ui/use-store.ts';
import css from './feedback-choices.module.css';
import { iconOf } from './use-feedback.ts';

/** The answers of this person: one of them at most, which stays until it is pressed again. */
export function FeedbackChoices() {
  const text = useText('feedback');
  const { feedback } = useGestures();
  const mine = useStore(feedback.mine);
  return (
    <Grid role="group" aria-label={text.title} gap="xs" mt="xs" className={css.choices}>
      {feedbackAnswers.map((answer) => (
        <Grid
          as="button"
          key={answer}
          center
          className={css.choice}
          aria-pressed={mine === answer}
          onClick={() => void feedback.toggle(answer)}
        >
          <Choice answer={answer} />
        </Grid>
      ))}
    </Grid>
  );
}

/** The same within a menu. */
export function FeedbackItems() {
  const text = useText('feedback');
  const { feedback } = useGestures();
  const mine = useStore(feedback.mine);
  return (
    <>
      <Menu.Label>{text.title}</Menu.Label>
      <Grid className={css.choices}>
        {feedbackAnswers.map((answer) => (
          <Menu.CheckboxItem
            key={answer}
            className={css.choice ?? ''}
            classNames={{ itemIndicator: css.indicator ?? '', itemLabel: css.label ?? '' }}
            closeMenuOnClick
            checked={mine === answer}
            onChange={() => void feedback.toggle(answer)}
          >
            <Choice answer={answer} />
          </Menu.CheckboxItem>
        ))}
      </Grid>
    </>
  );
}

function Choice({ answer }: { answer: FeedbackAnswer }) {
  const text = useText('feedback');
  const Icon = iconOf[answer];
  return (
    <>
      <Icon size={22} aria-hidden />
      <Text as="span" size="sm" weight={500}>
        {text[answer]}
      </Text>
    </>
  );
}
