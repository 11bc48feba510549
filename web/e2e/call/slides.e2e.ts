import { lessonPdf, uploadDocument } from '../../../server/testing/documents.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, type School, type SchoolRoom, test } from '../testing/school.ts';
import { shareOf } from '../testing/stage.ts';

/** A document of three pages in the room, ready. */
async function addDocument(
  { client, lectern }: School,
  { spaceId, id: roomId }: SchoolRoom,
): Promise<string> {
  const body = lessonPdf(['Slopes', 'Intercepts', 'Exercises'].map((title) => `Linear equations: ${title}`));
  const { id: assetId } = await uploadDocument(lectern, { spaceId }, { body });
  const at = { spaceId, roomId };
  const { id: documentId } = await client.createDocument({
    ...at,
    body: { assetId, name: 'Linear equations' },
  });
  await waitUntil(async () => (await client.getDocument({ ...at, documentId })).state === 'ready', {
    timeout: 60_000,
    message: 'the document to be ready',
  });
  return documentId;
}

const slideOf = ({ page }: PersonPage) => page.locator('[data-slide]');

/** Everybody sees this page, whole. */
async function showsPage(people: readonly PersonPage[], number: number): Promise<void> {
  for (const person of people) {
    await expect(slideOf(person)).toHaveAttribute('data-slide', String(number));
    const picture = person.page.getByRole('img', { name: `Page ${number} of 3: Linear equations` });
    await expect(picture).toBeVisible();
    const width = () =>
      picture.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0));
    await expect.poll(width).toBeGreaterThan(100);
  }
}

test(
  'a moderator shows a document page by page; a phone and people who come late see the same page',
  {
    tag: '@main',
  },
  async ({ browser, school }, info) => {
    test.slow();
    const room = await school.room();
    await addDocument(school, room);
    const [anna, boris] = await Promise.all([
      PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' })),
      PersonPage.enterQuietly(browser, await school.link(room, { username: 'Boris Ivanov' })),
    ]);
    await anna.page.setViewportSize({ width: 1440, height: 900 });
    await boris.page.setViewportSize({ width: 390, height: 844 });
    let everybody = [anna, boris];

    await anna.button('Slides').click();
    const panel = anna.page.getByRole('complementary', { name: 'Slides' });
    await panel.getByRole('button', { name: 'Show to everyone' }).click();
    await showsPage(everybody, 1);
    await expect.poll(() => shareOf(anna.page, '[data-tile="slide"]')).toBeGreaterThan(0.5);

    await test.step('the pages are turned by buttons, keys and small pictures', async () => {
      await slideOf(anna).hover();
      await anna.button('Next page').click();
      await showsPage(everybody, 2);
      await anna.page.getByRole('heading', { name: 'Algebra' }).focus();
      await anna.page.keyboard.press('PageDown');
      await showsPage(everybody, 3);
      await anna.page.keyboard.press('ArrowLeft');
      await showsPage(everybody, 2);
      await panel.getByRole('button', { name: 'Show page 1' }).click();
      await showsPage(everybody, 1);
      await panel.getByRole('button', { name: 'Show page 2' }).click();
    });

    await test.step('screen readers read the text of the page; others than moderators turn nothing', async () => {
      await showsPage(everybody, 2);
      const words = boris.page.getByRole('region', { name: 'Text of the page' });
      await expect(words).toContainText('Linear equations: Intercepts');
      await expect(boris.button('Next page')).toHaveCount(0);
      await boris.page.keyboard.press('PageDown');
      await anna.page.screenshot({ path: info.outputPath('moderator.png') });
      await boris.page.screenshot({ path: info.outputPath('phone.png') });
      await expectAccessible(anna.page, ['dark', 'light']);
    });

    await test.step('a person who comes late sees the same page', async () => {
      const late = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Dora' }));
      everybody = [...everybody, late];
      await showsPage(everybody, 2);
    });

    await test.step('a screen covers the page, which returns after it', async () => {
      const gleb = await school.person(room, 'Gleb');
      await gleb.publish('screen');
      for (const { page } of everybody) {
        await expect(page.locator('[data-tile^="screen:"]')).toHaveAttribute('data-role', 'focus');
        await expect(page.locator('[data-slide]')).toHaveCount(0);
      }
      await gleb.unpublish('screen');
      await showsPage(everybody, 2);
      await gleb.leave();
    });

    await panel.getByRole('button', { name: 'Stop showing' }).click();
    for (const person of everybody) await expect(slideOf(person)).toHaveCount(0);
    await Promise.all(everybody.map((person) => person.close()));
  },
);
