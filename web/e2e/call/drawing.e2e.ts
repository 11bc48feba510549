import { lessonPdf, uploadDocument } from '../../../server/testing/documents.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, type School, type SchoolRoom, test } from '../testing/school.ts';

/** Puts a document of two pages on the stage. */
async function showDocument({ client, lectern }: School, { spaceId, id: roomId }: SchoolRoom): Promise<void> {
  const at = { spaceId, roomId };
  const { id: assetId } = await uploadDocument(
    lectern,
    { spaceId },
    { body: lessonPdf(['Slopes', 'Areas']) },
  );
  const { id: documentId } = await client.createDocument({ ...at, body: { assetId, name: 'Geometry' } });
  await waitUntil(async () => (await client.getDocument({ ...at, documentId })).state === 'ready', {
    timeout: 60_000,
    message: 'the document to be ready',
  });
  await client.updateStage({ ...at, body: { kind: 'page', documentId, page: 1 } });
}

const ink = ({ page }: PersonPage) => page.locator('[data-ink]');
const has = async (people: readonly PersonPage[], count: number): Promise<void> => {
  for (const person of people) await expect(ink(person)).toHaveAttribute('data-ink', String(count));
};
/** Painted pixels of the finished drawing. */
const painted = (person: PersonPage): Promise<number> =>
  ink(person).evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let count = 0;
    for (let index = 3; index < data.length; index += 4) if (data[index]) count += 1;
    return count;
  });

type Line = { from: [number, number]; to: [number, number]; isHeld?: boolean };

/** Draws from one place of the page to another, in shares of its width and height. */
async function drawLine({ page }: PersonPage, { from, to, isHeld = false }: Line): Promise<void> {
  const box = await page.locator('[data-pen]').boundingBox();
  if (!box) throw new Error('no place to draw');
  const at = ([x, y]: [number, number]): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 12 });
  if (!isHeld) await page.mouse.up();
}

test(
  'a teacher and a pupil with a phone draw on a page at once; others see it, also later; a right that is withdrawn ends it',
  { tag: '@main' },
  async ({ browser, school }, info) => {
    test.slow();
    const room = await school.room();
    const [anna, boris] = await Promise.all([
      PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' })),
      PersonPage.enterQuietly(browser, await school.link(room, { username: 'Boris Ivanov' })),
    ]);
    await anna.page.setViewportSize({ width: 1440, height: 900 });
    await boris.page.setViewportSize({ width: 390, height: 844 });
    await showDocument(school, room);
    await expect(boris.page.locator('[data-slide="1"]')).toBeVisible();
    await expect(boris.button('Draw')).toHaveCount(0);

    await anna.button('Draw').click();
    await drawLine(anna, { from: [0.2, 0.3], to: [0.5, 0.6] });
    await has([anna, boris], 1);
    await boris.button('Draw').click();
    await boris.button('Rectangle').click();

    await test.step('both draw at once, and see the strokes under way of the other', async () => {
      await drawLine(anna, { from: [0.3, 0.7], to: [0.7, 0.7], isHeld: true });
      await expect(boris.page.locator('[data-strokes="1"]')).toBeAttached();
      await drawLine(boris, { from: [0.6, 0.3], to: [0.8, 0.6] });
      await anna.page.mouse.up();
      await has([anna, boris], 3);
      await expect(boris.page.locator('[data-strokes="0"]')).toBeAttached();
      expect(await painted(anna)).toBe(await painted(boris));
      expect(await painted(anna)).toBeGreaterThan(1_000);
    });

    await test.step('texts, and undo of what is one’s own', async () => {
      await anna.button('Text').click();
      await drawLine(anna, { from: [0.2, 0.8], to: [0.2, 0.8] });
      await anna.page.getByRole('textbox', { name: 'Text on the page' }).fill('y = 2x');
      await anna.page.keyboard.press('Enter');
      await has([anna, boris], 4);
      await anna.page.screenshot({ path: info.outputPath('teacher.png') });
      await boris.page.screenshot({ path: info.outputPath('phone.png') });
      await boris.button('Undo').click();
      await has([anna, boris], 3);
      await expect(boris.button('Undo')).toBeDisabled();
    });

    await test.step('the drawing is there after a reload and for people who come late', async () => {
      await boris.page.reload();
      await boris.page.getByRole('button', { name: /^(Join|Rejoin)$/ }).click();
      const late = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Dora' }));
      await has([boris, late], 3);
      expect(await painted(late)).toBe(await painted(anna));
      await late.close();
    });

    await test.step('the pen is gone when the right is withdrawn', async () => {
      await boris.button('Draw').click();
      await expect(boris.page.locator('[data-pen]')).toBeVisible();
      await school.client.updateRoom({
        ...{ spaceId: room.spaceId, roomId: room.id },
        body: { isRemoteDrawingAllowed: false },
      });
      await expect(boris.page.locator('[data-pen]')).toHaveCount(0);
      await expect(boris.button('Draw')).toHaveCount(0);
      await has([boris], 3);
    });

    await expectAccessible(anna.page, ['dark', 'light']);
    await anna.button('Clear').click();
    await anna.page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
    await has([anna, boris], 0);
    expect([...anna.violations, ...boris.violations]).toEqual([]);
    await Promise.all([anna.close(), boris.close()]);
  },
);
