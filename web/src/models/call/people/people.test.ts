import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  keepPeopleWhileReconnecting,
  type ParticipantLike,
  type Person,
  peopleOf,
  presenceChanges,
  sortForPeopleList,
} from './people.ts';
import { changeOfRights, expectedRights, noRights, rightsOf } from './rights.ts';

type Publication = NonNullable<ReturnType<ParticipantLike['getTrackPublication']>>;
type Wishes = Partial<ParticipantLike> & { tracks?: Record<string, Publication> };

function participant(identity: string, { tracks = {}, ...more }: Wishes = {}): ParticipantLike {
  return {
    identity,
    name: `Name of ${identity}`,
    attributes: {},
    isLocal: false,
    joinedAt: new Date(1_000),
    permissions: { canPublish: true, canPublishSources: [] },
    connectionQuality: 'excellent',
    getTrackPublication: (source) => tracks[source],
    ...more,
  };
}

const picture = { attach: () => undefined, detach: () => undefined };

test('people are in the order of arrival, the own person first, whatever the order of the media server', () => {
  const told = [
    participant('c', { joinedAt: new Date(3_000) }),
    participant('b', { joinedAt: new Date(2_000) }),
    participant('z', { isLocal: true, joinedAt: new Date(9_000) }),
    participant('a', { joinedAt: new Date(2_000) }),
  ];
  assert.deepEqual(
    peopleOf(told).map(({ id }) => id),
    ['z', 'a', 'b', 'c'],
  );
});

test('a person who did not change stays the same object', () => {
  const before = peopleOf([participant('a'), participant('b')]);
  const after = peopleOf([participant('a'), participant('b', { connectionQuality: 'poor' })], before);
  assert.equal(after[0], before[0]);
  assert.notEqual(after[1], before[1]);
  assert.equal(after[1]?.quality, 'poor');
});

test('a person has the state of their tracks: muted, moderator, shape of the screen', () => {
  const tracks = {
    microphone: { isMuted: true },
    camera: { isMuted: false, videoTrack: picture },
    screen_share: { isMuted: false, videoTrack: picture, dimensions: { width: 1600, height: 1200 } },
  };
  const [person] = peopleOf([participant('a', { tracks, attributes: { role: 'moderator' } })]);
  assert.equal(person?.role, 'moderator');
  assert.equal(person?.microphone, false);
  assert.equal(person?.cameraPicture, picture);
  assert.equal(person?.screenShape, 4 / 3);
});

test('a muted screen is paused, not ended, also before its track arrives', () => {
  const screenOf = (screen: Publication) => {
    const [person] = peopleOf([participant('a', { tracks: { screen_share: screen } })]);
    return [person?.screen, person?.isScreenPaused, person?.screenPicture];
  };
  assert.deepEqual(screenOf({ isMuted: false, videoTrack: picture }), [true, false, picture]);
  assert.deepEqual(screenOf({ isMuted: true, videoTrack: picture }), [true, true, picture]);
  assert.deepEqual(screenOf({ isMuted: true }), [true, true, undefined]);
});

test('a camera that is off has no picture even if its track exists', () => {
  const tracks = { camera: { isMuted: true, videoTrack: picture } };
  const [person] = peopleOf([participant('a', { tracks })]);
  assert.equal(person?.camera, false);
  assert.equal(person?.cameraPicture, undefined);
});

test('nobody and no picture disappears during a reconnection', () => {
  const tracks = { camera: { isMuted: false, videoTrack: picture } };
  const before = peopleOf([participant('a', { tracks }), participant('b')]);
  assert.deepEqual(keepPeopleWhileReconnecting(before, []), before);
  const onTheWay = { camera: { isMuted: false } };
  const held = keepPeopleWhileReconnecting(
    before,
    peopleOf([participant('a', { tracks: onTheWay }), participant('c')]),
  );
  assert.deepEqual(
    held.map(({ id }) => id),
    ['a', 'b', 'c'],
  );
  assert.equal(held[0]?.cameraPicture, picture);
  const off = keepPeopleWhileReconnecting(before, peopleOf([participant('a')]));
  assert.equal(off[0]?.cameraPicture, undefined);
});

test('the list has the own person first, then moderators, then names in the order of the language', () => {
  const person = (name: string, more: Partial<Person> = {}): Person => {
    const [made] = peopleOf([participant(name, { name })]);
    return { ...(made as Person), ...more };
  };
  const people = [
    person('Яна'),
    person('ёлка'),
    person('Глеб', { role: 'moderator' }),
    person('я', { isMe: true }),
    person('Жанна'),
  ];
  assert.deepEqual(
    sortForPeopleList(people, 'ru').map(({ name }) => name),
    ['я', 'Глеб', 'ёлка', 'Жанна', 'Яна'],
  );
});

test('presenceChanges finds arrivals and departures', () => {
  const before = peopleOf([participant('me', { isLocal: true }), participant('a'), participant('b')]);
  const now = peopleOf([participant('me', { isLocal: true }), participant('b'), participant('c')]);
  const { came, went } = presenceChanges(before, now);
  assert.deepEqual([came.map(({ id }) => id), went.map(({ id }) => id)], [['c'], ['a']]);
});

test('a person has no rights without permission to publish, all rights without named sources, else the named ones', () => {
  assert.deepEqual(rightsOf(undefined), noRights);
  assert.deepEqual(rightsOf({ canPublish: false, canPublishSources: [1, 2] }), noRights);
  const all = { microphone: true, camera: true, screen: true };
  assert.deepEqual(rightsOf({ canPublish: true, canPublishSources: [] }), all);
  assert.deepEqual(rightsOf({ canPublish: true, canPublishSources: [2] }), { ...noRights, microphone: true });
  assert.equal(changeOfRights(noRights, all), 'allowed');
  assert.equal(changeOfRights(noRights, { ...noRights, camera: true }), undefined);
  assert.equal(changeOfRights(all, noRights), 'taken');
  assert.equal(changeOfRights(all, { ...all, screen: false }), undefined);
});

test('a guest of a webinar is expected to watch and a moderator to speak, until the media server has said', () => {
  const room = {
    type: 'webinar',
    isMicrophonePublishingAllowed: true,
    isCameraPublishingAllowed: true,
    isScreensharingAllowed: true,
    disabledFeatures: [],
  } as const;
  assert.deepEqual(expectedRights(room, 'user'), noRights);
  assert.equal(expectedRights(room, 'moderator').microphone, true);
  const lesson = { ...room, type: 'lesson', isCameraPublishingAllowed: false } as const;
  assert.deepEqual(expectedRights(lesson, 'user'), { microphone: true, camera: false, screen: true });
  const withoutScreens = { ...lesson, disabledFeatures: ['screenSharing'] } as const;
  for (const role of ['user', 'moderator'] as const)
    assert.equal(expectedRights(withoutScreens, role).screen, false);
});
