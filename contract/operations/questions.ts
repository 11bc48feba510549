import { Type } from 'typebox';
import { externalUser, ids, student } from '../examples/ids.ts';
import { About, Model, Sample, sampleOf } from '../model.ts';
import { inTheCall, ofViewer, playback } from '../permissions/permission.ts';
import { longestQuestion, longestQuestionAnswer } from '../questions.ts';
import { route, section } from '../route.ts';
import {
  Count,
  Flag,
  List,
  ListQuery,
  Nullable,
  OneOf,
  OwnId,
  ParticipantId,
  Text,
  TextOrNull,
  Timestamp,
  VisibleText,
} from '../shared.ts';

export const questionStates = ['open', 'answered', 'dismissed'] as const;

const State = About(
  OneOf(...questionStates),
  'open: nobody has answered yet; answered: in writing, or otherwise (then without a text); dismissed: nobody will answer.',
  'answered',
);
const IsPublic = Flag('Do all viewers of the session see the question and its answer?', true);
const sampleQuestion = 'Is the exam in the same room?';
const sampleAnswer = 'Yes, in room 12.';

const asked = {
  id: Sample(OwnId, ids.viewerQuestion),
  text: Text('The question.', sampleQuestion),
  askedAt: About(Timestamp, 'When it was asked.', '2026-03-23T18:21:40.207Z'),
  state: State,
  answer: TextOrNull('The answer in writing; null: none.', sampleAnswer),
  isPublic: IsPublic,
  answeredAt: Nullable(
    Timestamp,
    'When it was answered or dismissed, last; null while it is open.',
    '2026-03-23T18:24:02.551Z',
  ),
};

/** A question as viewers see it: their own ones, and those that were answered to everybody. */
export const ViewerQuestion = Model('ViewerQuestion', {
  ...asked,
  isOwn: Flag('Did this viewer ask it?', false),
  name: Text('The name of the person who asked.', student.name),
});

/** A question as moderators see it. */
export const SessionQuestion = Model('SessionQuestion', {
  ...asked,
  position: Type.Number({
    minimum: 0,
    description: 'The second of the video that the person saw when they asked.',
    sample: 1299.8,
  }),
  participantId: ParticipantId,
  name: Text('The name of the person who asked.', student.name),
  email: Type.Optional(
    TextOrNull('Their email address; null: not known. Absent for moderators by a link.', student.email),
  ),
  externalUserId: Type.Optional(
    TextOrNull(
      'Their id in your own system; null: not known. Absent for moderators by a link.',
      externalUser,
    ),
  ),
  revision: Count('Grows with each change of the answer.', 1),
});

const leaders = "the group's owner and moderators; moderators by a link, in sessions that they opened";
const IfRevision = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    description: 'The revision that was read: 409 question_changed if somebody changed the question since.',
    sample: 0,
  }),
);

/** Questions of viewers with answers (docs/decisions/0195). */
export const questionRoutes = section('Watching', 'docs/decisions/0195', {
  askQuestion: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/questions',
    permission: ofViewer,
    summary: 'Ask the moderators a question while the session runs',
    body: Type.Object({
      text: Sample(VisibleText(longestQuestion, 'The question, 1 to 1,000 characters.'), sampleQuestion),
    }),
    status: 201,
    answer: ViewerQuestion,
    errors: [
      'session_not_running',
      'muted',
      'chat_off',
      'links_not_allowed',
      'too_many_questions',
      'questions_full',
    ],
    example: {
      answer: {
        ...sampleOf(ViewerQuestion),
        ...{ state: 'open', answer: null, isPublic: false, answeredAt: null, isOwn: true },
      },
    },
  }),
  listViewingQuestions: route({
    path: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/questions',
    permission: ofViewer,
    summary: "List the viewer's own questions and those that were answered to everybody",
    answer: Type.Object({
      revision: TextOrNull(
        'As questionsRevision of a report: read again when a report has another one. null: no questions.',
        '3.1774290242551/1.1774290180207',
      ),
      items: Type.Array(ViewerQuestion, {
        description:
          "The viewer's own questions, the newest first; then at most 100 others, the newest answer first.",
      }),
    }),
  }),
  withdrawQuestion: route({
    path: 'DELETE /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/questions/:questionId',
    permission: ofViewer,
    summary: 'Withdraw an own question that nobody has answered yet',
    errors: ['question_closed'],
  }),
  listSessionQuestions: route({
    path: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/event-sessions/:playbackEventSessionId/questions',
    permission: playback('moderate', inTheCall),
    allowedFor: leaders,
    summary: 'List the questions of the viewers of a session',
    query: ListQuery({
      state: Type.Optional(About(OneOf(...questionStates), 'Only questions in this state.')),
    }),
    answer: List(SessionQuestion),
    example: { query: { state: 'open' } },
  }),
  answerQuestion: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/event-sessions/:playbackEventSessionId/questions/:questionId/answer',
    permission: playback('moderate', inTheCall),
    allowedFor: leaders,
    summary: 'Answer a question, or change its answer; without a text, mark it as answered',
    body: Type.Object({
      answer: Type.Optional(
        Sample(
          VisibleText(
            longestQuestionAnswer,
            'The answer, 1 to 2,000 characters; absent: answered otherwise.',
          ),
          sampleAnswer,
        ),
      ),
      isPublic: Type.Optional(
        Flag(
          'Show the question and its answer to all viewers of the session? It needs an answer. Default: only to the person who asked.',
          true,
        ),
      ),
      ifRevision: IfRevision,
    }),
    answer: SessionQuestion,
    errors: ['question_changed'],
  }),
  dismissQuestion: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/event-sessions/:playbackEventSessionId/questions/:questionId/dismiss',
    permission: playback('moderate', inTheCall),
    allowedFor: leaders,
    summary: 'Dismiss a question: the person who asked sees that it is not answered',
    body: Type.Object({ ifRevision: IfRevision }),
    answer: SessionQuestion,
    errors: ['question_changed'],
    example: {
      answer: { ...sampleOf(SessionQuestion), state: 'dismissed', answer: null, isPublic: false },
    },
  }),
});
