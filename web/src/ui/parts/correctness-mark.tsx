import { IconCheck, IconX } from '@tabler/icons-react';
import css from './correctness-mark.module.css';

/** A tick or a cross behind an answer to a quiz; nothing for an answer that is neither right nor wrong. */
export function CorrectnessMark({
  isCorrect,
  labels,
}: {
  isCorrect: boolean | null;
  labels: { right: string; wrong: string };
}) {
  if (isCorrect === null) return null;
  const [Icon, label] = isCorrect ? [IconCheck, labels.right] : [IconX, labels.wrong];
  return (
    <Icon className={css.mark} data-right={isCorrect || undefined} size={16} role="img" aria-label={label} />
  );
}
