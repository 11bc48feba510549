import { pathToRoomPart, roomParts } from '../../../contract/pages.ts';
import { expectStatesSeen } from '../testing/forced-colors.ts';
import { beSignedIn } from '../testing/panel-page.ts';
import { keepDevicesOff, PersonPage } from '../testing/person-page.ts';
import { expect, type SchoolRoom, test } from '../testing/school.ts';
import { atEachWidth } from '../testing/widths.ts';

test.describe.configure({ mode: 'parallel' });

const groupOf = ({ spaceId }: SchoolRoom): string => `/groups/${spaceId}`;

const ofEverybody = (room: SchoolRoom): string[] => ['/', '/sign-in', `/room/${room.alias}`, '/diagnostics'];

const ofPanel = (room: SchoolRoom, playbackId: string): string[] => [
  // A plain address of the groups leads on to the only group.
  ...['/groups?order=asc', groupOf(room)],
  ...['people', 'content', 'attendance', 'webinars'].map((part) => `${groupOf(room)}/${part}`),
  ...roomParts.map((part) => pathToRoomPart({ spaceId: room.spaceId, roomId: room.id }, part)),
  ...['', '/content', '/schedule', '/timeline'].map(
    (part) => `${groupOf(room)}/webinars/${playbackId}${part}`,
  ),
  ...['/account', '/account/sessions', '/account/integration/tokens', '/account/integration/webhooks'],
];

test('forced colours show every state of a page, on a phone and on a desktop', async ({ page, school }) => {
  test.slow();
  const { url, owner } = school.lectern;
  const room = await school.room();
  const { spaceId } = room;
  const { id: playbackId } = await school.client.createPlayback({
    spaceId,
    body: { name: 'Algebra, repeated', type: 'webinar' },
  });
  await keepDevicesOff(page);
  const look = async (paths: string[]): Promise<void> => {
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(url + path);
        await atEachWidth(page, async () => {
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
          await expectStatesSeen(page);
        });
      });
    }
  };
  await look(ofEverybody(room));
  await beSignedIn(page.context(), url, owner);
  await look(ofPanel(room, playbackId));
});

test('forced colours show every state of a call', async ({ browser, school }) => {
  const room = await school.room();
  const anna = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const { page } = anna;
  await atEachWidth(page, () => expectStatesSeen(page));
  for (const part of [/^People/, /^Chat/, /^Polls/]) {
    await anna.button(part).click();
    await expectStatesSeen(page);
  }
  await anna.button(/^People/).click();
  await anna.button('Permissions').click();
  await expect(page.getByRole('switch', { name: 'Share screen' })).toBeVisible();
  await expectStatesSeen(page);
  await anna.button('Close').last().click();
  await anna.button('More').click();
  await expect(page.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectStatesSeen(page);
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).toBeVisible();
  await expectStatesSeen(page);
});
