import { runCommand } from '../processes.mjs';
import { installWithApt } from './apt.mjs';
import { findOnPath } from './on-path.mjs';
import { ensureTool } from './tool.mjs';

const ensure = ({ name, what, setting, programs, packages, help = '--help', option }) => {
  // A wrapper that only prints how to install the program does not know this option.
  const runs = async (path) => {
    const lines = await runCommand(path, [help], { timeout: 20_000 }).catch(() => []);
    return lines.some((line) => line.includes(option));
  };
  const installed = () => programs.map((program) => findOnPath(program)).find(Boolean);
  const fromSystem = async () => {
    await installWithApt(packages[0], packages);
    return installed();
  };
  const ways = [
    ['installed', async () => installed()],
    ['system package', fromSystem],
  ];
  return ensureTool({ name, what, setting, runs, ways });
};

/** Reads the H.264 and AAC of recordings, for both browsers. */
const codecs = ['gstreamer1.0-libav', 'gstreamer1.0-plugins-bad'];

/** A stock Firefox, as Debian has it; LECTERN_TEST_FIREFOX names one and is believed. */
const ensureFirefox = () =>
  ensure({
    name: 'firefox',
    what: 'Firefox',
    setting: 'LECTERN_TEST_FIREFOX',
    programs: ['firefox-esr', 'firefox'],
    packages: ['firefox-esr', ...codecs],
    option: '--remote-debugging-port',
  });

/** The WebDriver of WebKitGTK; LECTERN_TEST_WEBKIT names one and is believed. */
const ensureWebKit = () =>
  ensure({
    name: 'webkit-driver',
    what: 'WebKitGTK',
    setting: 'LECTERN_TEST_WEBKIT',
    programs: ['WebKitWebDriver'],
    packages: ['webkit2gtk-driver', ...codecs],
    option: '--replace-on-new-session',
  });

/** An X server without a screen, in which both browsers run; LECTERN_TEST_XVFB names one and is believed. */
const ensureXvfb = () =>
  ensure({
    name: 'xvfb',
    what: 'Xvfb',
    setting: 'LECTERN_TEST_XVFB',
    programs: ['Xvfb'],
    packages: ['xvfb'],
    help: '-help',
    option: '-shmem',
  });

/**
 * The browsers beside Chromium that this machine can have: the environment of their journeys, and what is missing.
 * A missing one fails nothing (docs/decisions/0039).
 */
export async function ensureOtherBrowsers() {
  const env = {};
  const notHere = [];
  const add = async (name, what, work) => {
    try {
      env[name] = await work();
    } catch (error) {
      notHere.push(`${what}: ${error.message.split('\n')[0]}`);
    }
  };
  await add('LECTERN_TEST_XVFB', 'the journeys in Firefox and WebKitGTK', ensureXvfb);
  if (env.LECTERN_TEST_XVFB) {
    await add('LECTERN_TEST_FIREFOX', 'the journeys in Firefox', ensureFirefox);
    await add('LECTERN_TEST_WEBKIT', 'the journeys in WebKitGTK', ensureWebKit);
  }
  return { env, notHere };
}
