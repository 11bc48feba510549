import { defineConfig, devices } from '@playwright/test';

/** What every journey's browser is started with; a journey that refuses devices takes its own. */
export const browserArguments = [
  '--no-sandbox',
  // Ten pictures a second show as well as thirty that they flow, and three browsers share two cores.
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
  testMatch: '*.e2e.ts',
  // Playwright empties this folder as it begins: two runs at once each need their own.
  outputDir: process.env.LECTERN_TEST_RESULTS ?? '../../test-results',
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // Filming every page took a third of the processor; the trace keeps the page itself at every step.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...browserArguments, allowDevices],
    },
  },
});
