import type { Browser, LaunchOptions } from '@playwright/test';
import type { ReportRow } from '../../../contract/operations/reports.ts';
import { patient } from '../../../server/testing/patience.ts';
import { childrenOf, type Running, signalAll } from '../../../server/testing/processes/processes.ts';
import { type Receiver, startReceiver } from '../../../server/testing/receivers/receiver.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { HideablePage } from '../testing/hideable-page.ts';
import { PersonPage } from '../testing/person-page.ts';
import { test as base, expect, School, type SchoolRoom } from '../testing/school.ts';

/** The report of the room's call, once `call_finished` arrived. */
async function reportAfter(receiver: Receiver, { client }: School, room: SchoolRoom) {
  const isFinished = () => receiver.received.some(({ body }) => body.includes('"call_finished"'));
  await waitUntil(isFinished, { timeout: 60_000, message: 'call_finished' });
  const { spaceId, id: roomId } = room;
  const { items } = await client.analyticsCalls({
    spaceId,
    query: { roomId, date: new Date().toISOString() },
  });
  return client.getRoomAnalyticsReport({ spaceId, query: { roomId, callId: items[0]?.id ?? '' } });
}

const processesBelow = (pid: number): Running[] =>
  childrenOf(pid).flatMap((one) => [one, ...processesBelow(one.pid)]);

/** A browser that can lose its network: the process that sends and receives everything stops, the pages go on. */
async function startOtherBrowser(browser: Browser, options: LaunchOptions) {
  const server = await browser.browserType().launchServer(options);
  const signalNetwork = (signal: NodeJS.Signals) => {
    const isNetwork = ({ command }: Running) => command.includes('network.mojom.NetworkService');
    const found = processesBelow(server.process().pid ?? 0).filter(isNetwork);
    expect(found.length).toBe(1);
    signalAll(found, signal);
  };
  return {
    browser: await browser.browserType().connect(server.wsEndpoint()),
    loseNetwork: () => signalNetwork('SIGSTOP'),
    findNetwork: () => signalNetwork('SIGCONT'),
    close: () => {
      signalNetwork('SIGCONT');
      return server.close();
    },
  };
}

interface Parts {
  receiver: Receiver;
  other: Awaited<ReturnType<typeof startOtherBrowser>>;
}

const test = base.extend<Parts>({
  receiver: async ({ browserName: _ }, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.close();
  },
  other: async ({ browser, launchOptions }, use) => {
    const other = await startOtherBrowser(browser, launchOptions);
    await use(other);
    await other.close();
  },
});

/** Whether a page gets responses. How soon it shows that it lost the network depends on the load of the machine. */
const hasNetwork = ({ page }: PersonPage): Promise<boolean> =>
  page.evaluate(() =>
    fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(2_000) }).then(
      () => true,
      () => false,
    ),
  );

/** Waits until the server knows that a state of a person began or ended: the page shows it before. */
async function waitUntilKnown(
  { client }: School,
  { spaceId, id: roomId }: SchoolRoom,
  { name, measure, isOn }: { name: string; measure: 'tab' | 'screen'; isOn: boolean },
) {
  const isKnown = async () => {
    const { id: callId } = await client.getActiveCall({ spaceId, roomId });
    const query = { roomId, callId, provisional: true };
    const { participants, generatedAt } = await client.getRoomAnalyticsReport({ spaceId, query });
    const last = participants.find((row) => row.name === name)?.intervals[measure].at(-1);
    // An interval that goes on ends with the report.
    return last !== undefined && (last.endedAt === generatedAt) === isOn;
  };
  await waitUntil(() => isKnown().catch(() => false), {
    timeout: 20_000,
    message: `${measure} of ${name}: ${isOn}`,
  });
}

/** When something happened, by the clock of the test: not before the first and not after the second time. */
type Moment = [number, number];

async function timed(action: () => Promise<unknown>): Promise<Moment> {
  const before = Date.now();
  await action();
  return [before, Date.now()];
}

/** Fails unless each interval begins and ends within a second of the clock's moments. */
function expectSpans(intervals: ReportRow['intervals']['tab'] | undefined, clock: [Moment, Moment][]): void {
  const found = (intervals ?? []).map(({ startedAt, endedAt }) => [
    Date.parse(startedAt),
    Date.parse(endedAt),
  ]);
  const what = JSON.stringify({ found, clock });
  expect(found.length, what).toBe(clock.length);
  for (const [index, moment] of clock.flat().entries()) {
    const at = found.flat()[index] ?? 0;
    expect(at, what).toBeGreaterThan(moment[0] - 1_000);
    expect(at, what).toBeLessThan(moment[1] + 1_000);
  }
}

const second = 1_000;
const pass = (since: number, seconds: number) =>
  waitUntil(() => Date.now() >= since + seconds * second, {
    timeout: 30_000,
    message: `${seconds} s to pass`,
  });

/**
 * The clock counts a lost network as time online, and the tab as visible: the page finds its media session again before
 * the media server gives it up, so the person never left. Only the media server decides that a browser is gone.
 */
test('the report of three people agrees with a clock: a hidden tab, a shared screen, a lost network', {
  tag: '@alone',
}, async ({ browser, other, receiver, recordedSchool }) => {
  test.setTimeout(180_000);
  const school = await School.at(recordedSchool.school.lectern);
  await school.client.createWebhook({ spaceId: school.spaceId, body: { url: receiver.url } });
  const room = await school.room();
  const anna = await HideablePage.open(browser, await school.link(room));
  const boris = await PersonPage.openQuietly(browser, await school.link(room, { username: 'Boris' }));
  const vera = await PersonPage.openQuietly(other.browser, await school.link(room, { username: 'Vera' }));

  const enter = (person: PersonPage | HideablePage, name: string) =>
    timed(async () => {
      await person.enter();
      await waitUntilKnown(school, room, { name, measure: 'tab', isOn: true });
    });
  const annaCame = await enter(anna, 'Anna Petrova');
  const borisCame = await enter(boris, 'Boris');
  const veraCame = await enter(vera, 'Vera');
  const hiddenTab = { name: 'Anna Petrova', measure: 'tab' } as const;
  const annaHid = await timed(async () => {
    await anna.hide();
    await waitUntilKnown(school, room, { ...hiddenTab, isOn: false });
  });
  other.loseNetwork();
  // Beside the sharing, which takes longer on a busy machine: the media server would give Vera up after some 20 s.
  const found = pass(Date.now(), 10).then(() => other.findNetwork());
  expect(await hasNetwork(vera)).toBe(false);
  const borisShared = await timed(async () => {
    await boris.button('Share screen').click();
    await expect(boris.text('You are sharing your screen')).toBeVisible();
    await waitUntilKnown(school, room, { name: 'Boris', measure: 'screen', isOn: true });
  });
  await found;
  await pass(annaHid[0], 12);
  const annaReturned = await timed(async () => {
    await anna.show();
    await waitUntilKnown(school, room, { ...hiddenTab, isOn: true });
  });
  const borisStopped = await timed(async () => {
    await boris.button('Stop sharing').first().click();
    await expect(boris.text('You are sharing your screen')).toBeHidden();
    await waitUntilKnown(school, room, { name: 'Boris', measure: 'screen', isOn: false });
  });
  const isBack = () => hasNetwork(vera);
  await waitUntil(isBack, { timeout: 60_000, message: 'the network of Vera' });
  await expect(vera.text('Connection lost. Reconnecting')).toBeHidden({ timeout: patient(60_000) });
  const annaLeft = await timed(() => anna.leave());
  const borisLeft = await timed(() => boris.button('Leave').click());
  const veraLeft = await timed(() => vera.button('Leave').click());
  await Promise.all([anna.close(), boris.close()]);

  const { participants } = await reportAfter(receiver, school, room);
  const intervalsOf = (name: string) => participants.find((row) => row.name === name)?.intervals;
  const [ofAnna, ofBoris, ofVera] = [intervalsOf('Anna Petrova'), intervalsOf('Boris'), intervalsOf('Vera')];
  expectSpans(ofAnna?.online, [[annaCame, annaLeft]]);
  expectSpans(ofAnna?.tab, [
    [annaCame, annaHid],
    [annaReturned, annaLeft],
  ]);
  for (const measure of ['online', 'tab'] as const) {
    expectSpans(ofBoris?.[measure], [[borisCame, borisLeft]]);
    expectSpans(ofVera?.[measure], [[veraCame, veraLeft]]);
  }
  expectSpans(ofBoris?.screen, [[borisShared, borisStopped]]);
  for (const intervals of [ofAnna, ofVera]) expectSpans(intervals?.screen, []);
});
