import { defineConfig, devices } from '@playwright/test';
import { patient } from '../../server/testing/patience.ts';

/** Arguments of every journey's browser; a journey that refuses devices has its own. */
export const browserArguments = [
  '--no-sandbox',
  // Ten pictures a second prove the flow as well as thirty, and three browsers share two cores.
  '--use-fake-device-for-media-stream=fps=10',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export const allowDevices = '--use-fake-ui-for-media-stream';

const executablePath = process.env.LECTERN_TEST_BROWSER;

export default defineConfig({
  testDir: '.',
  // Node reads TypeScript itself; Babel would take some seconds before the first journey.
  build: { external: ['**/*.ts'] },
  testMatch: '*.e2e.ts',
  // Playwright empties this folder when it starts, so simultaneous runs need one each.
  outputDir: process.env.LECTERN_TEST_RESULTS ?? '../../test-results',
  // More than there are cores: journeys wait much of their time.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  // Generous: a machine that runs other tests beside needs several times what it needs alone.
  timeout: patient(120_000),
  expect: { timeout: patient(30_000), toPass: { timeout: patient(30_000) } },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // Animations cost processor time and delay dialogs. Journeys about motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    // No video and no copies of the page at each step: filming took a third of the processor time, the copies a sixth.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...browserArguments, allowDevices],
    },
  },
});
