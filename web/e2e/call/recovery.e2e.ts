import type { Browser } from '@playwright/test';
import { patient } from '../../../server/testing/patience.ts';
import { runningWith } from '../../../server/testing/processes/processes.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { PersonPage } from '../testing/person-page.ts';
import { test as base, expect, School } from '../testing/school.ts';

/** These tests kill the media server, so they use their own. */
const test = base.extend<object, { school: School }>({
  school: [
    async ({ browserName: _ }, use) => {
      const school = await School.open({}, { engines: 'own' });
      await use(school);
      await school.lectern.remove();
    },
    { scope: 'worker', timeout: patient(60_000) },
  ],
});

/** Returns the process id of the school's media server. */
function findMediaServerPid({ lectern }: School): number {
  const [mediaServer] = runningWith(lectern.dataDir).filter(({ command }) =>
    command.includes('livekit-server'),
  );
  if (!mediaServer) throw new Error('no media server is running');
  return mediaServer.pid;
}

async function openPair(browser: Browser, school: School) {
  const room = await school.room();
  const [anna, boris] = await Promise.all([
    PersonPage.enter(browser, await school.link(room, { role: 'moderator' })),
    PersonPage.enter(browser, await school.link(room, { username: 'Boris Ivanov' })),
  ]);
  await Promise.all([anna.seesAndHears(), boris.seesAndHears()]);
  return { room, anna, boris };
}

const lost = 'Connection lost. Reconnecting';

/** One banner says so, above the tiles, and the other person is on the stage as if nothing had happened to them. */
async function isLost(person: PersonPage, other: string): Promise<void> {
  const banner = person.text(lost);
  const tile = person.tile(other);
  await expect(banner).toBeVisible({ timeout: patient(8_000) });
  await expect(banner).toHaveCount(1);
  await expect(tile).toBeVisible();
  await expect(tile.getByRole('img', { name: 'Connection interrupted' })).toHaveCount(0);
  await expect(person.page.locator('[data-stopped], [data-speaking]')).toHaveCount(0);
  await expect(person.button('Try now')).toBeInViewport({ ratio: 1 });
  const [above, below] = await Promise.all([banner.boundingBox(), tile.boundingBox()]);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
}

test('people see and hear each other again after half a minute without network and a crash of the media server, and while our server is frozen', async ({
  browser,
  school,
}) => {
  test.setTimeout(300_000);
  const { room, anna, boris } = await openPair(browser, school);
  const seeAndHear = () => Promise.all([anna.seesAndHears(60_000), boris.seesAndHears(60_000)]);
  await test.step('half a minute without network', async () => {
    await anna.page.setViewportSize({ width: 390, height: 844 });
    await boris.page.setViewportSize({ width: 1440, height: 900 });
    const pid = findMediaServerPid(school);
    const gleb = await school.person(room, 'Gleb');
    await gleb.publish('microphone');
    for (const person of [anna, boris])
      await expect(person.tile('Gleb').locator('[data-speaking]')).toHaveCount(1);
    process.kill(pid, 'SIGSTOP');
    try {
      await Promise.all([isLost(anna, 'Boris Ivanov'), isLost(boris, 'Anna Petrova')]);
      // The chat of a phone covers the banner above the tiles.
      await anna.page.getByRole('button', { name: /^Chat/ }).click();
      const chat = anna.page.getByRole('complementary', { name: 'Chat' });
      await expect(chat.getByText(lost)).toBeInViewport({ ratio: 1 });
      await expect(anna.text(lost)).toHaveCount(1);
      await chat.getByRole('button', { name: 'Close' }).click();
      const time = await boris.page.getByRole('timer').innerText();
      await anna.button('Try now').click();
      await expect(anna.button('Leave the call')).toBeVisible({ timeout: patient(40_000) });
      await isLost(anna, 'Boris Ivanov');
      // The timer of the call rests meanwhile, also where a turned phone shows it above the tiles.
      await boris.page.setViewportSize({ width: 390, height: 844 });
      await expect(boris.page.getByRole('timer')).toHaveText(time);
      await boris.page.setViewportSize({ width: 1440, height: 900 });
      await expect(boris.page.getByRole('timer')).toHaveText(time);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await gleb.leave();
    await seeAndHear();
    for (const person of [anna, boris]) await expect(person.text(lost)).toBeHidden();
    await anna.page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('a crash of the media server', async () => {
    const died = findMediaServerPid(school);
    process.kill(died, 'SIGKILL');
    await waitUntil(() => findMediaServerPid(school) !== died, {
      timeout: 10_000,
      message: 'another media server',
    });
    await seeAndHear();
    await expect(anna.text(lost)).toBeHidden();
  });

  await test.step('our server is frozen, and dies', async () => {
    // A frozen server closes no connection: the page notices the missing pings.
    process.kill(school.lectern.pid(), 'SIGSTOP');
    try {
      await expect(anna.text('You still hear and see everyone')).toBeVisible({ timeout: patient(13_000) });
    } finally {
      process.kill(school.lectern.pid(), 'SIGCONT');
    }
    await expect(anna.text('You still hear and see everyone')).toBeHidden();
    await school.lectern.kill();
    try {
      await expect(anna.text('You still hear and see everyone')).toBeVisible();
      await seeAndHear();
    } finally {
      // Later journeys need it.
      await school.lectern.start();
    }
    await seeAndHear();
    for (const person of [anna, boris]) {
      await expect(person.text('You still hear and see everyone')).toBeHidden();
    }
    await anna.act('Boris Ivanov', 'Mute');
    await expect(boris.text('Anna Petrova turned your microphone off.')).toBeVisible();
    await boris.button('Turn on microphone').click();
  });

  await test.step('a planned restart', async () => {
    await school.lectern.stop();
    await expect(anna.text(lost)).toBeVisible();
    await school.lectern.start();
    await seeAndHear();
    await expect(anna.text(lost)).toBeHidden();
  });
  await Promise.all([anna.close(), boris.close()]);
});

test('a server that freezes for longer than the timeout of a request loses nothing and gets nothing twice', async ({
  browser,
  school,
}) => {
  const room = await school.room({ waitingRoomAudience: 'guests' });
  const anna = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const boris = await PersonPage.knock(browser, await school.link(room, { username: 'Boris Ivanov' }));
  await expect(anna.button('Admit Boris Ivanov')).toBeVisible();
  await anna.page.keyboard.press('c');
  const chat = anna.page.getByRole('complementary', { name: 'Chat' });
  const retried = anna.page.waitForEvent('requestfailed', {
    predicate: (request) => request.url().endsWith('/v1/messages/send'),
    timeout: 60_000,
  });
  process.kill(school.lectern.pid(), 'SIGSTOP');
  try {
    await chat.getByRole('textbox').fill('Once');
    await anna.page.keyboard.press('Enter');
    await retried;
  } finally {
    process.kill(school.lectern.pid(), 'SIGCONT');
  }
  await expect(chat.getByText('Waiting for connection')).toHaveCount(0, { timeout: patient(60_000) });
  const reader = await school.chatting(room, { role: 'moderator' });
  await expect
    .poll(async () => {
      const messages = await reader.listMessages({ channelId: room.channelId });
      return messages.flatMap((message) => ('text' in message ? message.text : []));
    })
    .toEqual(['Once']);
  await expect(chat.getByRole('article').filter({ hasText: 'Once' })).toHaveCount(1);
  await expect(boris.text('A moderator will let you in soon')).toBeVisible();
  await anna.page.keyboard.press('Escape');
  await anna.page.getByRole('button', { name: /^People, 1 waiting/ }).click();
  await anna.button('Admit Boris Ivanov').last().click();
  await boris.isIn();
  await Promise.all([anna.close(), boris.close()]);
});
