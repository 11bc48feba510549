import { SessionQuestion, ViewerQuestion } from '../../../../contract/operations/questions.ts';
import type { Answer } from '../../../../contract/routes.ts';
import { presentFields } from '../../platform/present.ts';
import type { Question } from './questions.store.ts';

export const presentToViewer = (question: Question, isOwn: boolean): Answer<'askQuestion'> => ({
  ...presentFields(ViewerQuestion, question),
  isOwn,
});

/** Moderators by a link have rights in the session only: what identifies people elsewhere is for accounts. */
export function presentToModerator(question: Question, isAccount: boolean): Answer<'answerQuestion'> {
  const { email, externalUserId, ...others } = question;
  return {
    ...presentFields(SessionQuestion, others),
    ...(isAccount && { email, externalUserId }),
  };
}
