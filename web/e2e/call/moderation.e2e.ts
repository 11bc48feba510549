import { type RemoteTrack, RoomEvent, TrackKind, VideoStream } from '@livekit/rtc-node';
import type { Person } from '../../../server/testing/people/person.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

test('a removed person cannot come back by the same link until a moderator lets them; then the call is ended for everybody', {
  tag: '@main',
}, async ({ browser, school }) => {
  const room = await school.room({ isPublic: false });
  const anna = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const link = await school.link(room, { username: 'Boris Ivanov' });
  const boris = await PersonPage.enterQuietly(browser, link);
  await anna.act('Boris Ivanov', 'Remove from the call');
  await anna.answer('Cancel');
  await expect(boris.button('Leave')).toBeVisible();
  await anna.act('Boris Ivanov', 'Remove from the call');
  await anna.answer('Remove');
  await expect(boris.heading('You were removed from this call')).toBeVisible();
  await expect(anna.tile('Boris Ivanov')).toHaveCount(0);
  await boris.page.goto(link);
  const join = boris.button('Join');
  const out = boris.heading('You were removed from this call');
  await expect(join.or(out)).toBeVisible();
  if (await join.isVisible()) await join.click();
  await expect(out).toBeVisible();
  await anna.button('Let Boris Ivanov back in').click();
  await expect(anna.button('Let Boris Ivanov back in')).toHaveCount(0);
  await boris.page.goto(link);
  await boris.enter();
  await expect(anna.tile('Boris Ivanov')).toBeVisible();
  await anna.button('Leave').click();
  await anna.page.getByRole('menuitem', { name: 'End for everyone' }).click();
  await expect(anna.text('The call ends for both of you.')).toBeVisible();
  await anna.answer('End the call');
  await expect(boris.heading('The call has ended')).toBeVisible();
  await expect(anna.heading('The call has ended')).toBeVisible();
  await Promise.all([anna.close(), boris.close()]);
});

test('in a webinar guests watch, until a moderator lets the owner of a hand speak, and withdraws the permission', async ({
  browser,
  school,
}) => {
  const room = await school.room({ type: 'webinar', isScreensharingAllowed: false });
  const boris = await PersonPage.enter(browser, await school.link(room, { username: 'Boris Ivanov' }));
  await expect(boris.text('Nobody is speaking yet')).toBeVisible();
  const anna = await PersonPage.enter(browser, await school.link(room, { role: 'moderator' }));
  await boris.seesAndHears();
  await expect(boris.text('You are watching')).toBeVisible();
  for (const name of ['Turn on microphone', 'Turn on camera', 'Share screen']) {
    await expect(boris.button(name)).toBeDisabled();
  }
  await boris.page.keyboard.press('m');
  await expect(boris.text('Only moderators speak here.')).toBeVisible();
  await boris.button(/^Raise hand/).click();
  await expect(boris.text('Your hand is raised')).toBeVisible();
  await expect(boris.text('You are next')).toBeVisible();
  // That says it: the own hand is neither in the line of hands nor a number on the button.
  await expect(boris.button('Lower hand').first()).toBeVisible();
  await expect(boris.button(/Show people$/)).toHaveCount(0);
  await anna.button(/^People/).click();
  await anna.button('Allow Boris Ivanov to speak').click();
  await expect(boris.text('You can speak now.')).toBeVisible();
  // The room has turned off screen sharing, so the permission to speak does not unlock it.
  await boris.page.keyboard.press('s');
  await expect(boris.text('Screen sharing is turned off in this room.')).toBeVisible();
  await expect(boris.button(/^Raise hand/)).toHaveAttribute('aria-pressed', 'false');
  await expect(boris.text('Your hand is raised')).toBeHidden();
  await expect(anna.page.getByRole('heading', { name: /^Raised hands/ })).toHaveCount(0);
  await boris.button('Turn on microphone').click();
  await boris.button('Turn on camera').click();
  await anna.seesAndHears();
  await anna.act('Boris Ivanov', 'Withdraw permission to speak');
  await expect(boris.text('You can only watch now.')).toBeVisible();
  await expect(boris.button('Turn on microphone')).toBeDisabled();
  await expect(anna.page.locator('[data-tile^="camera:"]')).toHaveCount(1);
  await boris.seesAndHears();
  await anna.button('Leave').click();
  await anna.page.getByRole('menuitem', { name: 'Leave the call' }).click();
  await expect(boris.text('Nobody is speaking now')).toBeVisible();
  await Promise.all([anna.close(), boris.close()]);
});

test('a moderator turns off a microphone, then those of all, and switches what people can do, also those who come later', {
  tag: '@main',
}, async ({ browser, school }) => {
  const room = await school.room();
  const anna = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const boris = await PersonPage.enter(browser, await school.link(room, { username: 'Boris Ivanov' }));
  // The name of whoever mutes comes by the socket.
  await boris.seesHandOf(anna, 'Anna Petrova');
  await anna.act('Boris Ivanov', 'Mute');
  const told = boris.text('Anna Petrova turned your microphone off.');
  await expect(told).toBeVisible();
  await anna.act('Boris Ivanov', 'Ask to unmute');
  await expect(anna.text('Boris Ivanov was asked to turn on their microphone.')).toBeVisible();
  await expect(boris.text('Anna Petrova asks you to turn on your microphone.')).toBeVisible();
  await boris.button('Turn on').click();
  await expect(boris.text('Anna Petrova asks you')).toHaveCount(0);
  await expect(boris.button('Turn off microphone')).toBeVisible();
  await anna.act('Boris Ivanov', 'Turn off their camera');
  await expect(boris.text('Anna Petrova turned your camera off.')).toBeVisible();
  await boris.button('Turn on camera').click();
  await expect(boris.button('Turn off camera')).toBeVisible();
  const panel = anna.page.getByRole('complementary', { name: 'People' });
  await expect(panel.getByRole('button', { name: 'Mute Boris Ivanov' })).toBeVisible();
  // A notice is shown once: the next one is another.
  await expect(told).toBeHidden();
  await anna.button('Mute all').click();
  await expect(anna.text('1 microphone turned off.')).toBeVisible();
  await expect(boris.text('Anna Petrova turned your microphone off.')).toBeVisible();
  await boris.button('Turn on microphone').click();
  await anna.tile('Boris Ivanov').hover();
  await anna.tile('Boris Ivanov').getByRole('button', { name: 'Mute Boris Ivanov' }).click();
  await expect(boris.button('Turn on microphone')).toBeVisible();

  await boris.page.keyboard.press('h');
  await expect(boris.button('Lower hand').first()).toBeVisible();
  const permission = (name: string) => anna.page.getByRole('switch', { name });
  await test.step('every switch is in reach on a phone held sideways', async () => {
    await anna.page.setViewportSize({ width: 844, height: 390 });
    await anna.button('Permissions').click();
    await permission('Send reactions').click({ trial: true });
    await anna.answer('Close');
    await anna.page.setViewportSize({ width: 1280, height: 800 });
  });
  await anna.button('Permissions').click();
  for (const name of ['Turn on microphone', 'Share screen']) await permission(name).click();
  // One notice names both, unless the first was gone before the second came.
  const taken = /^Only moderators can (use these now: microphone, screen|share their screen now)\.$/;
  await expect(boris.page.getByText(taken)).toBeVisible();
  for (const name of ['Write in chat', 'Raise hand', 'Send reactions']) await permission(name).click();
  await anna.answer('Close');
  await expect(permission('Raise hand')).toHaveCount(0);
  await expect(boris.text('Raised hands are turned off in this room.')).toBeVisible();
  await expect(boris.text('A moderator lowered your hand.')).toHaveCount(0);
  for (const name of ['Turn on microphone', 'Share screen', 'Raise hand', 'Reactions']) {
    await expect(boris.button(name)).toBeDisabled();
    if (name !== 'Turn on microphone') await expect(anna.button(name)).toBeEnabled();
  }
  await test.step('what is off stays in its place, locked; a press or its key shows the reason', async () => {
    const reason = boris.page.locator('[data-kind="source-locked"]');
    for (const viewport of [phone, desktop]) {
      await boris.page.setViewportSize(viewport);
      await expect(boris.button('Turn on microphone')).toBeInViewport({ ratio: 1 });
      await expect(boris.button('Raise hand')).toBeInViewport({ ratio: 1 });
      // Locators wait for enabled buttons, and a pointer that stays would show the same words as a tooltip.
      await boris.button('Turn on microphone').dispatchEvent('click');
      await expect(reason).toContainText('Microphones are turned off in this room.');
      await expect(reason).toBeInViewport({ ratio: 1 });
      await reason.getByRole('button', { name: 'Dismiss' }).click();
      await expect(reason).toHaveCount(0);
    }
    await boris.page.setViewportSize(phone);
    await boris.button('More').click();
    await expect(boris.text('Reactions are turned off in this room.')).toBeVisible();
    await boris.page.keyboard.press('Escape');
    await boris.page.setViewportSize(desktop);
    await boris.page.keyboard.press('h');
    await expect(boris.text('Raised hands are turned off in this room.')).toBeVisible();
    await boris.page.keyboard.press('m');
    await expect(reason).toBeVisible();
  });
  await anna.button('Raise hand').click();
  await anna.button('Lower hand, 1 raised hand').click();
  await expect(anna.button('Raise hand')).toBeVisible();
  await expect(boris.button('Turn off camera')).toBeVisible();
  const vera = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Vera' }));
  await expect(vera.button('Turn on camera')).toBeVisible();
  await expect(vera.button('Turn on microphone')).toBeDisabled();
  await expect(vera.button('Raise hand')).toBeDisabled();

  await anna.act('Boris Ivanov', 'Allow to speak');
  await expect(boris.button('Turn on microphone')).toBeEnabled();
  await anna.button('Permissions').click();
  await permission('Turn on microphone').click();
  await permission('Raise hand').click();
  await expect(vera.text('You can now turn on your microphone.')).toBeVisible();
  await expect(vera.button('Raise hand')).toBeEnabled();

  await test.step('a moderator picks people at random, unnoticed, and nobody twice in a round', async () => {
    await anna.answer('Close');
    const picked = anna.page.locator('[data-picked]');
    await anna.button('Random pick').click();
    await expect(picked).toContainText('1 person has not been picked yet.');
    const first = (await picked.locator('bdi').textContent()) ?? '';
    expect(['Boris Ivanov', 'Vera']).toContain(first);
    for (const viewport of [phone, desktop]) {
      await anna.page.setViewportSize(viewport);
      await expect(picked).toBeInViewport({ ratio: 1 });
      await expect(anna.button('Pick another')).toBeInViewport({ ratio: 1 });
    }
    await anna.button('Pick another').click();
    await expect(picked).toContainText('Everyone has been picked.');
    await expect(picked.locator('bdi')).toHaveText(first === 'Vera' ? 'Boris Ivanov' : 'Vera');
    await picked.getByRole('button', { name: 'Close' }).click();
    await expect(anna.button('Random pick')).toBeFocused();
    await boris.button(/^People/).click();
    await expect(boris.button('Random pick')).toHaveCount(0);
  });
  await Promise.all([anna.close(), boris.close(), vera.close()]);
});

/** Receives every camera that the media server gives this client. @returns the pictures since the last call */
function countPictures({ room }: Person): () => number {
  let count = 0;
  const receive = async (track: RemoteTrack): Promise<void> => {
    if (track.kind !== TrackKind.KIND_VIDEO) return;
    for await (const _picture of new VideoStream(track)) count += 1;
  };
  room.on(RoomEvent.TrackSubscribed, (track) => void receive(track));
  for (const { trackPublications } of room.remoteParticipants.values()) {
    for (const { track } of trackPublications.values()) if (track) void receive(track);
  }
  return () => {
    const since = count;
    count = 0;
    return since;
  };
}

test('cameras that only moderators see: a client that asks for them gets none, also one that comes later', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const anna = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const boris = await PersonPage.enter(browser, await school.link(room, { username: 'Boris Ivanov' }));
  const vera = await school.person(room, 'Vera');
  const veraSees = countPictures(vera);
  await expect.poll(veraSees).toBeGreaterThan(5);
  await anna.button(/^People/).click();
  await anna.button('Permissions').click();
  const seeing = anna.page.getByRole('switch', { name: 'See each other’s cameras' });
  await seeing.click();
  await anna.answer('Close');
  // A second without any picture.
  await expect.poll(veraSees, { intervals: [1_000] }).toBe(0);
  await anna.seesAndHears();
  expect(veraSees()).toBe(0);
  await expect(boris.page.getByRole('img', { name: 'Only moderators see your camera' })).toBeVisible();
  const late = await school.person(room, 'Late');
  const lateSees = countPictures(late);
  // The camera is published again, to nobody else.
  await boris.button('Turn off camera').click();
  await boris.button('Turn on camera').click();
  await anna.seesAndHears();
  expect([veraSees(), lateSees()]).toEqual([0, 0]);
  // A new moderator sees it, and everybody when the switch is on again.
  const gleb = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Gleb' }));
  await expect(gleb.tile('Boris Ivanov').locator('video')).toHaveCount(0);
  await anna.act('Gleb', 'Make moderator');
  await gleb.seesAndHears();
  await anna.button('Permissions').click();
  await seeing.click();
  await expect.poll(veraSees).toBeGreaterThan(5);
  await expect.poll(lateSees).toBeGreaterThan(5);
  await Promise.all([vera.leave(), late.leave()]);
  await Promise.all([anna.close(), boris.close(), gleb.close()]);
});

test('a moderator renames a person, puts people in the spotlight for everybody, and hands over moderation', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const anna = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const boris = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'iPhone' }));
  await anna.act('iPhone', 'Rename');
  await anna.page.getByRole('textbox', { name: 'Name' }).fill('Boris Ivanov');
  await anna.answer('Rename');
  await expect(anna.tile('Boris Ivanov')).toBeVisible();
  await expect(boris.tile('Boris Ivanov (you)')).toBeVisible();

  const large = (person: PersonPage) => person.page.locator('[data-tile^="camera:"][data-role="focus"]');
  await anna.act('Boris Ivanov', 'Spotlight for everyone');
  for (const person of [anna, boris]) await expect(large(person)).toHaveText(/Boris Ivanov/);
  const vera = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Vera' }));
  await expect(large(vera)).toHaveText(/Boris Ivanov/);
  await anna.act('Vera', 'Spotlight for everyone');
  for (const person of [anna, boris, vera]) await expect(large(person)).toHaveCount(2);
  await boris.button('Leave').click();
  await expect(large(vera)).toHaveCount(1);
  await anna.act('Vera', 'Remove spotlight');
  for (const person of [anna, vera]) await expect(large(person)).toHaveCount(0);

  await anna.act('Vera', 'Make moderator');
  await expect(vera.text('You are now a moderator')).toBeVisible();
  await vera.act('Anna Petrova', 'Remove as moderator');
  await expect(anna.text('You are no longer a moderator.')).toBeVisible();
  await expect(anna.button('Permissions')).toHaveCount(0);
  await expect(vera.button('Permissions')).toBeVisible();
  await Promise.all([anna.close(), boris.close(), vera.close()]);
});
