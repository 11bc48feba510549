import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureOtherBrowsers } from './other-browsers.mjs';

test('a machine without the programs gets no journeys in other browsers, and the reason', async (t) => {
  const { LECTERN_TEST_XVFB: before } = process.env;
  t.after(() => {
    if (before === undefined) delete process.env.LECTERN_TEST_XVFB;
    else process.env.LECTERN_TEST_XVFB = before;
  });
  process.env.LECTERN_TEST_XVFB = process.execPath;
  assert.deepEqual(await ensureOtherBrowsers(), {
    env: {},
    notHere: [
      `the journeys in Firefox and WebKitGTK: LECTERN_TEST_XVFB names ${process.execPath}, which does not run as Xvfb`,
    ],
  });
});
