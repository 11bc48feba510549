import type { FeedbackAnswer } from '../../../../../contract/operations/feedback-answers.ts';
import { useText } from '../../../i18n/language.ts';
import { Row } from '../../../ui/layout/layout.tsx';
import { iconOf } from './use-feedback.ts';

/** The answer of a person in the list. */
export function FeedbackNote({ answer }: { answer: FeedbackAnswer }) {
  const text = useText('feedback');
  const Icon = iconOf[answer];
  return (
    <Row as="span" align="center" gap="xs" size="sm" leading={1.35} weight={550} tone="accent">
      <Icon size={14} aria-hidden />
      {text[answer]}
    </Row>
  );
}
