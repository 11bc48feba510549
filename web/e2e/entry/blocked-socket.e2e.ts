import { patient } from '../../../server/testing/patience.ts';
import { keepDevicesOff } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';
import { atEachWidth } from '../testing/widths.ts';

test('a network that refuses WebSockets is named with the address to allow', async ({
  page,
  school,
}, info) => {
  const { url } = await school.room();
  const advice = `allow WebSockets (wss) to ${new URL(url).host}`;
  await keepDevicesOff(page);
  await page.routeWebSocket(/.*/, (socket) => void socket.close());
  await page.goto(url);
  await page.getByLabel('Your name').fill('Anna');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  const onStage = page.getByText(advice);
  await expect(onStage).toBeVisible({ timeout: patient(40_000) });
  await atEachWidth(page, async (width) => {
    await expect(onStage).toBeVisible();
    await page.screenshot({ path: info.outputPath(`stage-${width}.png`) });
  });
  await page.getByRole('button', { name: /^Chat/ }).click();
  const inChat = page.getByRole('complementary').getByText(advice);
  await expect(inChat).toBeVisible({ timeout: patient(40_000) });
  await atEachWidth(page, async (width) => {
    await expect(inChat).toBeVisible();
    await page.screenshot({ path: info.outputPath(`chat-${width}.png`) });
  });
});
