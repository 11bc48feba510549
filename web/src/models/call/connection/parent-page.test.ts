import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from '../../../kit/store.ts';
import type { CallState } from '../call.ts';
import { connectToParent, findParentPage } from './parent-page.ts';

type Part = Pick<CallState, 'connection' | 'microphone'>;
type Phase = Part['connection'];

const origin = 'https://school.example.org';
const stateOf = (connection: Phase, on: boolean): Part => ({
  connection,
  microphone: { on, busy: false, trouble: undefined },
});

function openFrame() {
  const state = createStore(stateOf({ phase: 'connecting', attempt: 0 }, false));
  const [posted, done]: [unknown[], string[]] = [[], []];
  const parent = { postMessage: (data: unknown, target: unknown) => posted.push([data, target]) };
  const messages = new EventTarget();
  const call = {
    state,
    leave: async () => void done.push('leave'),
    media: { microphone: { set: async (on: boolean) => done.push(`microphone ${on}`) } },
  };
  const close = connectToParent(call, { window: parent as never, origin }, messages);
  const receive = (data: unknown, from: { source?: unknown; origin?: string } = {}) =>
    messages.dispatchEvent(Object.assign(new Event('message'), { source: parent, origin, data, ...from }));
  return { state, posted, done, receive, close };
}

test('the parent page gets each event once, at its own origin only', () => {
  const { state, posted } = openFrame();
  state.set(stateOf({ phase: 'connecting', attempt: 0 }, true));
  state.set(stateOf({ phase: 'connected' }, true));
  state.set(stateOf({ phase: 'connected' }, false));
  state.set(stateOf({ phase: 'reconnecting', attempt: 1 }, false));
  state.set(stateOf({ phase: 'connected' }, false));
  state.set(stateOf({ phase: 'ended', reason: 'removed' }, false));
  state.set(stateOf({ phase: 'ended', reason: 'removed' }, true));
  const events = [
    { type: 'lectern.joined' },
    { type: 'lectern.muted', isMuted: false },
    { type: 'lectern.muted', isMuted: true },
    { type: 'lectern.left', reason: 'removed' },
  ];
  assert.deepEqual(
    posted,
    events.map((event) => [event, origin]),
  );
});

test('commands are accepted from the parent page only', () => {
  const { state, done, receive, close } = openFrame();
  state.set(stateOf({ phase: 'connected' }, true));
  receive({ type: 'lectern.mute' }, { origin: 'https://other.example.org' });
  receive({ type: 'lectern.hang-up' }, { source: {} });
  for (const data of [null, 'lectern.mute', { type: 'lectern.unmute' }, {}]) receive(data);
  assert.deepEqual(done, []);
  receive({ type: 'lectern.mute' });
  state.set(stateOf({ phase: 'connected' }, false));
  // A muted microphone stays muted.
  receive({ type: 'lectern.mute' });
  receive({ type: 'lectern.hang-up' });
  close();
  receive({ type: 'lectern.hang-up' });
  assert.deepEqual(done, ['microphone false', 'leave']);
});

test('the origin of the parent page is read; without an origin there is no connection', () => {
  const parent = {} as Window;
  const frame = (ancestorOrigins: string[] | undefined, referrer = '') =>
    findParentPage({ parent, location: { ancestorOrigins }, document: { referrer } } as unknown as Window);
  assert.deepEqual(frame([origin, 'https://other.example.org']), { window: parent, origin });
  assert.deepEqual(frame(undefined, `${origin}/course/1`), { window: parent, origin });
  assert.equal(frame(undefined), undefined);
  // A sandboxed page has an opaque origin, to which nothing can be posted.
  assert.equal(frame(['null']), undefined);
  const alone = {} as { parent?: unknown };
  alone.parent = alone;
  assert.equal(findParentPage(alone as Window), undefined);
});
