import type { FeedbackAnswer } from '../../../../contract/operations/feedback-answers.ts';
import { createFakeChat } from '../chat/chat.fake.ts';
import type { GestureApi, Hand } from './api.ts';
import { Gestures } from './gestures.ts';

/** Gestures on a fake chat; the test controls the server. */
export function createFakeGestures() {
  const fake = createFakeChat();
  const up = new Map<string, Hand>();
  const answers = new Map<string, FeedbackAnswer>();
  const asked: string[] = [];
  let raised = 0;
  let before: (operation: keyof GestureApi) => void | Promise<void> = () => undefined;
  const ask = async <T>(operation: keyof GestureApi, answer: () => T): Promise<T> => {
    asked.push(operation);
    await before(operation);
    return answer();
  };
  const raise = (participantId: string, name: string): void => {
    if (up.has(participantId)) return;
    raised += 1;
    const hand = { participantId, name, raisedAt: new Date(1_000 * raised).toISOString() };
    up.set(participantId, hand);
    fake.server.change('hand', hand);
  };
  const lower = (participantId: string): void => {
    const hand = up.get(participantId);
    if (!hand) return;
    up.delete(participantId);
    fake.server.change('hand', { ...hand, raisedAt: null });
  };
  const give = (changes: Record<string, FeedbackAnswer | null>): void => {
    for (const [participantId, answer] of Object.entries(changes)) {
      if (answer === null) answers.delete(participantId);
      else answers.set(participantId, answer);
    }
    const told = Object.entries(changes).map(([participantId, answer]) => ({ participantId, answer }));
    fake.server.change('feedback', { changes: told });
  };
  const clear = (): void => {
    answers.clear();
    fake.server.change('feedback-cleared', {});
  };
  const api: GestureApi = {
    hands: () => ask('hands', () => [...up.values()]),
    raise: () => ask('raise', () => raise('p1', 'Anna Petrova')),
    lower: (participantId) => ask('lower', () => lower(participantId)),
    lowerAll: () =>
      ask('lowerAll', () => {
        up.clear();
        fake.server.change('hands-lowered', {});
      }),
    feedback: async () => {
      await before('feedback');
      return [...answers].map(([participantId, answer]) => ({ participantId, answer }));
    },
    answer: (answer) => ask('answer', () => give({ p1: answer })),
    clearFeedback: () => ask('clearFeedback', clear),
    react: () => ask('react', () => undefined),
  };
  const { chat, clock } = fake;
  const gestures = new Gestures({ chat, api, participantId: 'p1', clock, random: () => 0.5 });
  return {
    ...fake,
    hands: gestures.hands,
    feedback: gestures.feedback,
    reactions: gestures.reactions,
    gestures,
    up,
    asked,
    raise,
    lower,
    answers,
    give,
    clear,
    beforeAnswer: (run: typeof before): void => {
      before = run;
    },
    names: (): string[] => gestures.hands.list.get().map(({ name }) => name),
    given: (): string => [...gestures.feedback.answers.get()].map((pair) => pair.join(' ')).join(', '),
    fly: (counts: Record<string, unknown>, from?: unknown): void =>
      fake.socket.publish(fake.topic, { event: 'reactions', payload: { counts, from } }),
  };
}
