import { plainName } from '../../kit/plain-name.ts';
import type { PersonAnswer } from '../../models/polls/api.ts';

type Answered = Pick<PersonAnswer, 'participantId' | 'name'>;

/**
 * The names of the participants who have not answered. The answer of a person with several links has the id of the
 * first of them, so it is found by its name. It stands for one participant, because two may have one name.
 */
export function namesWithoutAnswer(
  participants: readonly { id: string; name: string }[],
  answers: readonly Answered[],
): string[] {
  const here = new Set(participants.map(({ id }) => id));
  const answered = new Set(answers.map(({ participantId }) => participantId));
  const others = answers.filter(({ participantId }) => !here.has(participantId ?? ''));
  const names = others.map(({ name }) => plainName(name ?? ''));
  return participants.flatMap(({ id, name }) => {
    if (answered.has(id)) return [];
    const index = names.indexOf(plainName(name));
    if (index === -1) return [plainName(name)];
    names.splice(index, 1);
    return [];
  });
}
