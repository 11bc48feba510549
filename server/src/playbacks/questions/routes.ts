import type { ChatParts } from '../../chat/chat.ts';
import type { Db } from '../../platform/db/db.ts';
import { requestedPage } from '../../platform/db/page.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { accountOf, type Caller } from '../../platform/http/access/caller.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { type OfPlayback, playbackInPath } from '../access.ts';
import { ownViewingInPath, requireViewing } from '../watching/access.ts';
import type { ViewingCaches } from '../watching/viewing-caches.ts';
import { askQuestion, withdrawQuestion } from './ask.ts';
import { presentToModerator, presentToViewer } from './present.ts';
import {
  type AnsweredBy,
  closeQuestion,
  findModerated,
  listQuestions,
  type QuestionClosing,
  questionIn,
} from './questions.store.ts';

const ofViewers = (watching: ViewingCaches, chat: Pick<ChatParts, 'messagesPer5Seconds'>): Endpoint[] => [
  endpoint('askQuestion', {
    access: ownViewingInPath,
    handle: async ({ db, access, body }) => {
      // A report that is not stored yet is newer than the row.
      const viewing = (await watching.watchers.get(access.id)) ?? access;
      const parts = { watching, messagesPer5Seconds: chat.messagesPer5Seconds };
      const id = await askQuestion(db, parts, { viewing, text: body.text.trim() });
      const question = await questionIn(db, { id, sessionId: viewing.sessionId });
      return presentToViewer(question ?? refuse('not_found'), true);
    },
  }),
  endpoint('listViewingQuestions', {
    access: ownViewingInPath,
    handle: async (request) => {
      const viewing = await requireViewing(watching, request);
      const { revision, own, others } = await watching.questions.seenBy(viewing);
      const items = [
        ...own.map((question) => presentToViewer(question, true)),
        ...others.map((question) => presentToViewer(question, false)),
      ];
      return { revision, items };
    },
  }),
  endpoint('withdrawQuestion', {
    access: ownViewingInPath,
    handle: ({ db, access, params: { questionId } }) => withdrawQuestion(db, access, questionId),
  }),
];

const byOf = (caller: Caller): AnsweredBy =>
  caller.kind === 'participant'
    ? { participantId: caller.participantId }
    : { userId: accountOf(caller) ?? refuse('forbidden') };

type OfSession = OfPlayback & { params: { playbackEventSessionId: string } };

/** Finds the session in the path for its moderators. */
async function moderatedInPath(request: OfSession): Promise<AnsweredBy> {
  const { db, caller, params } = request;
  await playbackInPath(request);
  const { playbackId, playbackEventSessionId: sessionId } = params;
  const by = byOf(caller);
  const participantId = 'participantId' in by ? by.participantId : undefined;
  const session = await findModerated(db, { sessionId, playbackId, participantId });
  if (!(session ?? refuse('not_found')).hasOpened) refuse('forbidden');
  return by;
}

async function questionInPath(request: OfSession & { params: { questionId: string } }): Promise<AnsweredBy> {
  const by = await moderatedInPath(request);
  const { questionId: id, playbackEventSessionId: sessionId } = request.params;
  if (!(await questionIn(request.db, { id, sessionId }))) refuse('not_found');
  return by;
}

const viewerOf = (by: AnsweredBy): string | undefined => ('userId' in by ? by.userId : undefined);

/** Answers or dismisses a question, and says why it could not. */
async function close(db: Db, closing: QuestionClosing) {
  const isChanged = await closeQuestion(db, closing);
  // Withdrawn or erased meanwhile.
  const { id, sessionId, by } = closing;
  const question = (await questionIn(db, { id, sessionId, viewerId: viewerOf(by) })) ?? refuse('not_found');
  const { ifRevision = question.revision } = closing;
  if (!isChanged) refuse(question.revision === ifRevision ? 'forbidden' : 'question_changed');
  return presentToModerator(question, 'userId' in by);
}

const ofModerators: Endpoint[] = [
  endpoint('listSessionQuestions', {
    access: moderatedInPath,
    handle: async ({ db, access: by, params, query }) => {
      const { playbackEventSessionId: sessionId } = params;
      const { items, total } = await listQuestions(db, {
        ...{ sessionId, viewerId: viewerOf(by), state: query.state, page: requestedPage(query) },
      });
      return { items: items.map((question) => presentToModerator(question, 'userId' in by)), total };
    },
  }),
  endpoint('answerQuestion', {
    access: questionInPath,
    handle: ({ db, access: by, params, body }) => {
      const { questionId: id, playbackEventSessionId: sessionId } = params;
      const { isPublic = false, ifRevision } = body;
      const answer = body.answer?.trim() ?? null;
      if (isPublic && answer === null) refuseField('answer', 'is required to show it to everybody');
      return close(db, { id, sessionId, by, ifRevision, answer, isPublic, state: 'answered' });
    },
  }),
  endpoint('dismissQuestion', {
    access: questionInPath,
    handle: ({ db, access: by, params, body: { ifRevision } }) => {
      const { questionId: id, playbackEventSessionId: sessionId } = params;
      return close(db, { id, sessionId, by, ifRevision, answer: null, isPublic: false, state: 'dismissed' });
    },
  }),
];

/** Questions of viewers with answers (docs/decisions/0195). */
export const questionEndpoints = (
  watching: ViewingCaches,
  chat: Pick<ChatParts, 'messagesPer5Seconds'>,
): Endpoint[] => [...ofViewers(watching, chat), ...ofModerators];
