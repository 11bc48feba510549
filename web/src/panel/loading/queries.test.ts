import assert from 'node:assert/strict';
import { beforeEach, mock, type TestContext, test } from 'node:test';
import { environmentManager, focusManager, QueryObserver } from '@tanstack/react-query';
import { ApiError } from '../../../../contract/client/index.ts';
import { createQueryClient, dropRequest, type LoadOptions, loadQuery } from './queries.ts';

const key = ['value'];

/** Creates a page that shows one value, and a server whose responses the test controls. */
function createPage(
  context: TestContext,
  { pace }: Pick<LoadOptions<string>, 'pace'> = { pace: () => 2_000 },
) {
  const requests: PromiseWithResolvers<string>[] = [];
  const load = (): Promise<string> => {
    const request = Promise.withResolvers<string>();
    requests.push(request);
    return request.promise;
  };
  const client = createQueryClient();
  client.mount();
  context.after(() => client.unmount());
  const observer = new QueryObserver(client, loadQuery({ key, load, ...(pace && { pace }) }));
  const leave = observer.subscribe(() => undefined);
  context.after(leave);
  const settle = async (act: () => void): Promise<void> => {
    act();
    await new Promise<void>((resolve) => setImmediate(resolve));
  };
  const pass = (milliseconds: number) => settle(() => mock.timers.tick(milliseconds));
  return {
    client,
    requests,
    pass,
    leave,
    respond: (value: string) => settle(() => requests.at(-1)?.resolve(value)),
    see: (isVisible: boolean) => settle(() => focusManager.setFocused(isVisible)),
    fail: (error: unknown) => settle(() => requests.at(-1)?.reject(error)),
    reload: () => {
      dropRequest(client, key);
      void observer.refetch();
    },
    shown: () => observer.getCurrentResult().data,
    problem: () => observer.getCurrentResult().failureReason,
  };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  environmentManager.setIsServer(() => false);
  focusManager.setFocused(true);
});

test('data with a pace is requested again at that pace, one request at a time', async (context) => {
  const page = createPage(context);
  await page.pass(60_000);
  assert.equal(page.requests.length, 1);
  await page.respond('a');
  await page.pass(1_999);
  assert.equal(page.requests.length, 1);
  await page.pass(1);
  await page.respond('b');
  assert.equal(page.shown(), 'b');
  page.leave();
  await page.pass(60_000);
  assert.equal(page.requests.length, 2);
});

test('the pause after a failure is longer, and as long as Retry-After requests', async (context) => {
  const page = createPage(context);
  const refusal = Object.assign(Object.create(ApiError.prototype), { details: [], retryAfter: 40 });
  await page.fail(refusal);
  await page.pass(39_999);
  assert.equal(page.requests.length, 1);
  await page.pass(1);
  assert.equal(page.problem(), refusal, 'the failure is shown until a request succeeds');
  const away = new TypeError('away');
  await page.fail(away);
  assert.equal(page.problem(), away);
  await page.pass(15_000);
  assert.equal(page.requests.length, 3);
  await page.respond('a');
  assert.deepEqual([page.shown(), page.problem()], ['a', null]);
});

test('the response to a request that was sent before a change is dropped', async (context) => {
  const page = createPage(context);
  dropRequest(page.client, key);
  page.client.setQueryData(key, 'changed');
  await page.respond('old');
  assert.equal(page.shown(), 'changed');
  await page.pass(2_000);
  page.reload();
  assert.equal(page.requests.length, 3);
  page.requests[1]?.resolve('overtaken');
  await page.respond('new');
  assert.equal(page.shown(), 'new');
});

test('a reload before the first response sends another request', async (context) => {
  const page = createPage(context);
  page.reload();
  page.requests[0]?.resolve('old');
  await page.respond('new');
  assert.deepEqual([page.requests.length, page.shown()], [2, 'new']);
});

test('a hidden page requests nothing until it is visible', async (context) => {
  const page = createPage(context);
  await page.see(false);
  await page.respond('a');
  await page.pass(60_000);
  assert.deepEqual([page.requests.length, page.shown()], [1, 'a']);
  await page.see(true);
  await page.respond('b');
  assert.equal(page.shown(), 'b');
});

test('data whose pace returns undefined is requested once, and again when the reader returns', async (context) => {
  const page = createPage(context, { pace: () => undefined });
  await page.respond('a');
  await page.pass(3_600_000);
  assert.equal(page.requests.length, 1);
  await page.see(false);
  await page.see(true);
  await page.respond('b');
  assert.equal(page.shown(), 'b');
});

test('data without a pace is requested once, also after a failure', async (context) => {
  const page = createPage(context, {});
  await page.fail(new TypeError('away'));
  await page.see(false);
  await page.see(true);
  await page.pass(3_600_000);
  assert.equal(page.requests.length, 1);
});

test('a page that was left gets no more updates', async (context) => {
  const page = createPage(context);
  page.leave();
  await page.respond('late');
  assert.deepEqual([page.requests.length, page.shown()], [1, undefined]);
});
