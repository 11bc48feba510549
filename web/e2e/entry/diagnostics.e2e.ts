import { networkInterfaces } from 'node:os';
import type { Page } from '@playwright/test';
import { type LecternProcess, startLectern } from '../../../server/testing/lectern.ts';
import { patient } from '../../../server/testing/patience.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { expect, test } from '../testing/school.ts';

/** An address of this machine that is not its loopback, so that the media server also opens its TCP port. */
const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
const mediaAddress = ownAddress ?? '127.0.0.1';

let lectern: LecternProcess;
test.beforeAll(async () => {
  lectern = await startLectern({ LECTERN_MEDIA_ADDRESS: mediaAddress }, { engines: 'own' });
});
test.afterAll(() => lectern?.remove());

/** Runs in the page. Packets to the media server get lost, as behind a firewall: nobody has this address (RFC 5737). */
function loseMedia(): void {
  const { prototype } = RTCPeerConnection;
  const { setRemoteDescription, addIceCandidate } = prototype;
  const lost = (text = '') => text.replace(/(candidate:\S+ \d+ \w+ \d+) \S+/gi, '$1 203.0.113.5');
  prototype.setRemoteDescription = function (this: RTCPeerConnection, given: RTCSessionDescriptionInit) {
    return Reflect.apply(setRemoteDescription, this, [{ type: given.type, sdp: lost(given.sdp) }]);
  };
  prototype.addIceCandidate = function (this: RTCPeerConnection, given?: RTCIceCandidateInit | null) {
    return Reflect.apply(addIceCandidate, this, [given && { ...given, candidate: lost(given.candidate) }]);
  };
}

async function runTest(page: Page): Promise<void> {
  await page.goto(`${lectern.url}/diagnostics`);
  await page.getByRole('button', { name: 'Start the test' }).click();
  await expect(page.getByRole('button', { name: 'Test again' })).toBeVisible({ timeout: patient(50_000) });
}

const row = (page: Page, name: string) => page.locator(`[data-check="${name}"]`);

async function expectStatuses(page: Page, expected: Record<string, string>): Promise<void> {
  const rows = await page.locator('[data-check]').all();
  const found = await Promise.all(
    rows.map(async (one) => [await one.getAttribute('data-check'), await one.getAttribute('data-status')]),
  );
  expect(Object.fromEntries(found)).toEqual(expected);
}

const devices = { browser: 'passed', camera: 'passed', microphone: 'passed' };
const server = { server: 'passed', socket: 'passed', signalling: 'passed' };

test('anybody sees that devices, UDP and TCP work, and copies the result without addresses', async ({
  page,
}) => {
  await page.goto(`${lectern.url}/diagnostics`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await runTest(page);
  const tcp = ownAddress ? 'passed' : 'skipped';
  await expectStatuses(page, { ...devices, ...server, udp: 'passed', tcp, turn: 'skipped' });
  await expect(page.getByRole('status').getByText('Everything works')).toBeVisible();
  const fact = row(page, 'udp').getByText(/(host|prflx) udp → host udp/);
  await expect(fact).toBeHidden();
  await row(page, 'udp').getByText('Details').click();
  await expect(fact).toBeVisible();
  if (ownAddress) await expect(row(page, 'tcp')).toContainText(/tcp → host tcp/);
  await expect(row(page, 'turn')).toContainText('The server has no relay.');
  const report = page.getByRole('textbox', { name: 'Result for support' });
  await expect(report).not.toHaveValue(/host udp [\da-f]/);
  await page.getByLabel('Include IP addresses').check();
  await expect(report).toHaveValue(/host udp [\da-f]/);
  // The camera is released.
  await expect(page.getByLabel('Your camera picture')).toHaveCount(0);
  await expectAccessible(page);
});

test('media ports that do not answer are named, with what to do about them', async ({ page }) => {
  await page.addInitScript(loseMedia);
  await runTest(page);
  const tcp = ownAddress ? 'failed' : 'skipped';
  await expectStatuses(page, { ...devices, ...server, udp: 'failed', tcp, turn: 'skipped' });
  await expect(page.getByRole('status').getByText('Calls do not work here')).toBeVisible();
  await expect(row(page, 'udp')).toContainText('ask your network administrator to allow UDP');
  await expectAccessible(page, ['phone']);
});
