import { IconCheck, IconChevronsLeft, IconChevronsRight, IconX } from '@tabler/icons-react';
import { type FeedbackAnswer, feedbackAnswers } from '../../../../../contract/operations/feedback-answers.ts';
import { createStore } from '../../../kit/store.ts';
import type { Answers } from '../../../models/gestures/feedback.ts';
import { useGesturesIfOpen } from '../../../room/room-parts.tsx';
import { lastResultOf, useWithPeople } from '../use-with-people.ts';

export const iconOf = {
  yes: IconCheck,
  no: IconX,
  slower: IconChevronsLeft,
  faster: IconChevronsRight,
} satisfies Record<FeedbackAnswer, typeof IconCheck>;

type Counted = { answers: Answers; counts: readonly { answer: FeedbackAnswer; count: number }[] };

/** The answers of the people who are here, and how often each one that was given. */
const countedOf = lastResultOf((all: Answers, here: readonly string[]): Counted => {
  const answers = new Map(
    here.flatMap((id) => {
      const answer = all.get(id);
      return answer ? [[id, answer] as const] : [];
    }),
  );
  const given = [...answers.values()];
  const counts = feedbackAnswers
    .map((answer) => ({ answer, count: given.filter((one) => one === answer).length }))
    .filter(({ count }) => count > 0);
  return { answers, counts };
});

const noAnswers = createStore<Answers>(new Map());

/** No answers if the gestures could not be opened: the list of people still works. */
export function useFeedback(): Counted {
  return useWithPeople(useGesturesIfOpen()?.feedback.answers ?? noAnswers, countedOf);
}
