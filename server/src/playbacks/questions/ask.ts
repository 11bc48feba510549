import { refuseExcluded } from '../../participants/participants.ts';
import { now } from '../../platform/clock.ts';
import { containsLink } from '../../platform/contains-link.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { positionOf } from '../watching/standing.ts';
import type { ViewingCaches } from '../watching/viewing-caches.ts';
import type { SeenViewing } from '../watching/viewings.store.ts';
import { deleteOpenQuestion, insertQuestion, lockToAsk, paceSeconds, questionIn } from './questions.store.ts';

export interface AskingParts {
  watching: ViewingCaches;
  /** As in the chat. */
  messagesPer5Seconds: number;
}

/** Stores the question of a viewer. @returns its id */
export async function askQuestion(
  db: Db,
  { watching, messagesPer5Seconds: pace }: AskingParts,
  { viewing, text }: { viewing: SeenViewing; text: string },
): Promise<string> {
  const { id: viewingId, participantId, videoId } = viewing;
  const video = await watching.videos.get(videoId);
  const id = newId();
  const position = positionOf(viewing, video?.duration ?? 0, now());
  await inTransaction(db, async (trx) => {
    await lockToAsk(trx, viewing);
    const hasLink = containsLink(text);
    const refusal = await insertQuestion(trx, { id, viewingId, text, hasLink, position, pace });
    if (refusal === 'rate_limited') throw new Refusal(refusal, { retryAfter: paceSeconds });
    if (refusal === 'forbidden') await refuseExcluded(trx, participantId);
    if (refusal) refuse(refusal);
  });
  return id;
}

/** Withdraws an own question that nobody has answered. */
export async function withdrawQuestion(db: Db, viewing: SeenViewing, id: string): Promise<void> {
  const { sessionId, participantId } = viewing;
  if (await deleteOpenQuestion(db, { id, viewingId: viewing.id })) return;
  const question = await questionIn(db, { id, sessionId });
  refuse(question?.participantId === participantId ? 'question_closed' : 'not_found');
}
