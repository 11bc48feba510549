import { answer as responding, startReceiver } from '../../../server/testing/receivers/receiver.ts';
import { beSignedIn } from '../testing/panel-page.ts';
import { keepDevicesOff } from '../testing/person-page.ts';
import { expect, School, test } from '../testing/school.ts';
import { atEachWidth } from '../testing/widths.ts';

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="32"><rect width="96" height="32" rx="6" fill="#7a1f3d"/></svg>';

test('an owner chooses a logo and a colour; guests see them at the entry', async ({
  page,
  browser,
}, info) => {
  const site = await startReceiver(responding(200, picture));
  const school = await School.open({ LECTERN_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32' });
  try {
    const { lectern, spaceId } = school;
    await beSignedIn(page.context(), lectern.url, lectern.owner);
    await page.goto(`${lectern.url}/groups/${spaceId}/settings`);
    await page.getByLabel('Logo', { exact: true }).fill('school');
    await page.getByLabel('Colour', { exact: true }).fill('red');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter an address that begins with https://')).toBeVisible();
    await expect(page.getByText('Enter a colour such as #7a1f3d')).toBeVisible();
    await page.getByLabel('Logo', { exact: true }).fill(new URL('/logo.svg', site.url).href);
    await page.getByLabel('Colour', { exact: true }).fill('#7a1f3d');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByAltText('The logo of School')).toBeVisible();
    await atEachWidth(page, async (width) => {
      await page.screenshot({ path: info.outputPath(`settings-${width}.png`), fullPage: true });
    });

    const guest = await (await browser.newContext()).newPage();
    await keepDevicesOff(guest);
    await guest.goto(await school.link(await school.room()));
    const join = guest.getByRole('button', { name: 'Join', exact: true });
    await expect(join).toBeVisible();
    await expect(guest.getByRole('banner')).toContainText('School');
    await expect(guest.getByRole('banner')).not.toContainText('Lectern');
    await expect(join).toHaveCSS('background-color', 'rgb(122, 31, 61)');
    const logo = guest.getByRole('banner').locator('img');
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96);
    await atEachWidth(guest, async (width) => {
      await guest.screenshot({ path: info.outputPath(`entry-${width}.png`) });
    });
    await guest.emulateMedia({ colorScheme: 'dark' });
    await guest.screenshot({ path: info.outputPath('entry-dark.png') });
    await guest.context().close();
  } finally {
    await school.lectern.remove();
    await site.close();
  }
});
