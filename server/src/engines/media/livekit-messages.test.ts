import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ParticipantInfo, ParticipantInfo_State, Room, WebhookEvent } from 'livekit-server-sdk';
import { eventOf } from './livekit-messages.ts';

const second = Date.parse('2026-05-04T10:00:07Z');

const leftAt = (arrivedMs: number, joinedAtMs = second - 60_000) => {
  const event = new WebhookEvent({
    createdAt: BigInt(second / 1000),
    room: new Room({ name: 'room' }),
    participant: new ParticipantInfo({
      identity: 'p',
      state: ParticipantInfo_State.DISCONNECTED,
      joinedAtMs: BigInt(joinedAtMs),
    }),
  });
  // The SDK's class declares this field anew, so its constructor loses it.
  event.event = 'participant_left';
  return (eventOf(event, new Date(second + arrivedMs))?.at.getTime() ?? 0) - second;
};

test('the time of arrival counts within the second of the event, and never the time that a retry took', () => {
  assert.equal(leftAt(450), 450);
  assert.equal(leftAt(1_300), 999);
  assert.equal(leftAt(31_000), 999);
});

test('nobody leaves before they joined', () => {
  assert.equal(leftAt(31_000, second + 5_000), 5_000);
});
