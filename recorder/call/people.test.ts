import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dispose, type Room, TrackKind, TrackSource } from '@livekit/rtc-node';
import { People } from './people.ts';

test.after(() => dispose());

interface Camera {
  identity: string;
  attributes: Record<string, string>;
}

/** A room whose people all send a camera. */
function roomOf(...cameras: Camera[]): Room {
  const people = cameras.map(({ identity, attributes }) => {
    const publication = {
      ...{ sid: identity, source: TrackSource.SOURCE_CAMERA, kind: TrackKind.KIND_VIDEO, muted: false },
      setSubscribed: () => undefined,
    };
    const trackPublications = new Map([[identity, publication]]);
    return [identity, { identity, name: identity, attributes, trackPublications, kind: 0 }] as const;
  });
  return { remoteParticipants: new Map(people), on: () => undefined } as unknown as Room;
}

const sceneOf = (...cameras: Camera[]): People => {
  const hooks = { onSound: () => ({ add: () => undefined, end: () => undefined }), isSpeaking: () => false };
  const people = new People({ ...hooks, onStage: 'everybody' });
  people.enter(roomOf(...cameras));
  return people;
};

test('a camera that only moderators see is not received for the recording; its person is shown', () => {
  const people = sceneOf(
    { identity: 'teacher', attributes: { role: 'moderator' } },
    { identity: 'ann', attributes: { role: 'user', camera: 'moderators' } },
  );
  assert.deepEqual(
    people.videos.map(({ participantId }) => participantId),
    ['teacher'],
  );
  assert.deepEqual(
    people.scene.map(({ participantId, camera }) => [participantId, camera]),
    [
      ['teacher', undefined],
      ['ann', undefined],
    ],
  );
});
