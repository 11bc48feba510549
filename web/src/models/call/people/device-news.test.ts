import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import type { NoticeContent } from '../notices.ts';
import { notifyOfDevices } from './device-news.ts';

let tell: (payload: Record<string, unknown>) => void;
let shown: NoticeContent[];

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  shown = [];
  const live = {
    onPersonal: (_event: string, listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  };
  const notices = { add: (content: NoticeContent) => void shown.push(content) };
  notifyOfDevices({ live, call: { notices }, roomId: 'room' } as unknown as Parameters<
    typeof notifyOfDevices
  >[0]);
});

const boris = { participantId: 'b', roomId: 'room', name: 'Boris' };

test('a repeated request is shown once in two minutes', () => {
  tell(boris);
  mock.timers.tick(119_000);
  tell(boris);
  assert.deepEqual(shown, [{ kind: 'asks-on-device', participantId: 'b', name: 'Boris' }]);
  tell({ ...boris, participantId: 'c' });
  mock.timers.tick(1_000);
  tell(boris);
  assert.equal(shown.length, 3);
});

test('requests of other rooms and damaged ones show nothing', () => {
  for (const payload of [{ ...boris, roomId: 'other' }, { ...boris, name: 1 }, {}]) tell(payload);
  assert.deepEqual(shown, []);
});
