import { useText } from '../../../i18n/language.ts';
import { useGestures } from '../../../room/room-parts.tsx';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import panel from '../../../ui/parts/panel.module.css';
import { GroupHead } from '../people/group-head.tsx';
import { iconOf, useFeedback } from './use-feedback.ts';

/** At the top of the list of people: how many gave each answer, and for moderators a button that clears all. */
export function FeedbackHead() {
  const text = useText('feedback');
  const { feedback } = useGestures();
  const { counts } = useFeedback();
  if (counts.length === 0) return null;
  return (
    <GroupHead align="center" action={text.clear} onAction={() => void feedback.clear()}>
      <Row as="ul" wrap gap="xs md" aria-label={text.title} className={panel.inset}>
        {counts.map(({ answer, count }) => {
          const Icon = iconOf[answer];
          return (
            <Row as="li" key={answer} align="center" gap="xs" size="md" weight={550}>
              <Icon size={16} aria-hidden />
              <Text as="span" tabular>
                {text.count({ answer: text[answer], count })}
              </Text>
            </Row>
          );
        })}
      </Row>
    </GroupHead>
  );
}
