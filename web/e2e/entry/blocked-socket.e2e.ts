import { patient } from '../../../server/testing/patience.ts';
import { keepDevicesOff } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

for (const width of [390, 1440]) {
  test(`a network that refuses WebSockets is named with the address to allow, ${width} px wide`, async ({
    page,
    school,
  }, info) => {
    const { url } = await school.room();
    const { host } = new URL(url);
    await page.setViewportSize({ width, height: 844 });
    await keepDevicesOff(page);
    await page.routeWebSocket(/.*/, (socket) => void socket.close());
    await page.goto(url);
    await page.getByLabel('Your name').fill('Anna');
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(page.getByText(`allow WebSockets (wss) to ${host}`)).toBeVisible({
      timeout: patient(40_000),
    });
    await page.screenshot({ path: info.outputPath(`stage-${width}.png`) });
    await page.getByRole('button', { name: /^Chat/ }).click();
    const inChat = page.getByRole('complementary').getByText(`allow WebSockets (wss) to ${host}`);
    await expect(inChat).toBeVisible({ timeout: patient(40_000) });
    await page.screenshot({ path: info.outputPath(`chat-${width}.png`) });
  });
}
