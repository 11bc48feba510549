import type { Browser, Locator, WebSocket } from '@playwright/test';
import { patient } from '../../../server/testing/patience.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { Chatter } from '../testing/chatter.ts';
import { expectStatesSeen } from '../testing/forced-colors.ts';
import { keepDevicesOff, PersonPage } from '../testing/person-page.ts';
import { pressInChatSettings, saveChat } from '../testing/saved-chat.ts';
import { expect, type School, type SchoolRoom, test } from '../testing/school.ts';

async function two(browser: Browser, school: School, room: SchoolRoom): Promise<[Chatter, Chatter]> {
  return Promise.all([
    Chatter.enter(browser, await school.link(room, { role: 'moderator' })),
    Chatter.enter(browser, await school.link(room, { username: 'Boris Ivanov' })),
  ]);
}

async function deleteAll({ panel, page, person, list }: Chatter): Promise<void> {
  // A message that is still being sent would come after the deletion.
  await expect(list.locator('article[aria-busy="true"]')).toHaveCount(0);
  await pressInChatSettings(page, 'Delete all messages');
  await person.answer('Delete all');
  await expect(panel.getByText('No messages yet')).toBeVisible();
}

test('two people chat with replies, reactions and edits, and see the same order; a moderator moderates; messages are plain text', {
  tag: '@main',
}, async ({ browser, school }) => {
  test.slow();
  const [anna, boris] = await two(browser, school, await school.room());
  for (let count = 1; count <= 3; count += 1) {
    await anna.write(`Anna ${count}`);
    await boris.write(`Boris ${count}`);
  }
  await expect(anna.texts).toHaveCount(6);
  const order = await anna.texts.allTextContents();
  await boris.reads(...order);

  await boris.tool('Anna 1', 'Reply');
  await boris.write('An answer');
  await expect(anna.message('An answer')).toContainText('You Anna 1');
  await anna.tool('An answer', 'React');
  await anna.page.getByRole('button', { name: 'React with 👍' }).click();
  const reaction = boris.message('An answer').getByRole('button', { name: /👍 1 reaction/ });
  await expect(reaction).toHaveAttribute('aria-pressed', 'false');
  await reaction.click();
  await expect(anna.message('An answer').getByRole('button', { name: '👍 2 reactions' })).toBeVisible();
  await expectStatesSeen(boris.page);

  await boris.field.press('ArrowUp');
  await expect(boris.field).toHaveValue('An answer');
  await boris.write('A better answer');
  await expect(anna.message('A better answer')).toContainText('edited');

  await anna.choose('Boris 2', 'Pin');
  await expect(boris.panel.getByRole('region', { name: /^Pinned message/ })).toContainText('Boris 2');
  await anna.choose('Boris 2', 'Delete');
  await anna.person.answer('Delete');
  await expect(boris.message('Boris 2')).toHaveCount(0);
  await expect(boris.panel.getByRole('region', { name: /^Pinned message/ })).toHaveCount(0);

  await test.step('the chat is saved as a text file, without what was deleted', async () => {
    const { name, text } = await saveChat(boris.page);
    expect(name).toMatch(/^Algebra chat \d{4}-\d\d-\d\d \d\d-\d\d\.txt$/);
    expect(text).toMatch(/\d\d:\d\d Boris Ivanov\n {4}Boris 1\n/);
    expect(text).toContain(
      'Boris Ivanov, replying to Anna Petrova: “Anna 1”\n    A better answer (edited)\n',
    );
    expect(text).not.toContain('Boris 2');
  });

  await test.step('a moderator mutes, turns links off, turns the chat off and deletes all messages', async () => {
    await deleteAll(anna);
    await boris.write('too much');
    await anna.choose('too much', 'Block from chat');
    await expect(boris.panel.getByText('A moderator blocked you from the chat.')).toBeVisible();
    await expect(boris.field).toBeHidden();
    await anna.choose('too much', 'Allow to write again');
    await expect(boris.field).toBeVisible();

    await anna.setting('Allow links');
    await boris.write('see https://example.org');
    await expect(boris.panel.getByText('Not sent: links are not allowed here.')).toBeVisible();
    await boris.panel.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(boris.field).toHaveValue('see https://example.org');
    await boris.write('without a link');
    await anna.reads('too much', 'without a link');

    await anna.setting('Allow messages');
    await expect(boris.panel.getByText('The chat is off. Only moderators can write.')).toBeVisible();
    await anna.write('Only I can');
    await boris.reads('too much', 'without a link', 'Only I can');
    await anna.setting('Allow messages');
    await expect(boris.field).toBeVisible();

    await deleteAll(anna);
    await expect(boris.panel.getByText('No messages yet')).toBeVisible();
    await expect(boris.panel.getByText('Say hello')).toBeVisible();
    await anna.setting('Allow messages');
    await expect(boris.panel.getByText('Say hello')).toHaveCount(0);
    await anna.setting('Allow messages');
    await expect(boris.field).toBeVisible();
  });
  await boris.close();

  await test.step('the keyboard alone reaches earlier messages and their tools', async () => {
    for (const text of ['one', 'two', 'three']) await anna.write(text);
    await expect(anna.texts).toHaveCount(3);
    // A pending row is not in the tab order yet.
    await expect(anna.list.locator('article[aria-busy="true"]')).toHaveCount(0);
    const { keyboard } = anna.page;
    await expect(anna.field).toBeFocused();
    // The row under the pointer would be the one stop.
    await anna.page.mouse.move(0, 0);
    // Backwards: the last message's row is the list's one stop.
    await keyboard.press('Shift+Tab');
    await expect(anna.message('three')).toBeFocused();
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    await expect(anna.message('one')).toBeFocused();
    await keyboard.press('Tab');
    await expect(anna.message('one').getByRole('button', { name: 'React' })).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(anna.panel.getByText('Replying to You')).toBeVisible();
    await expect(anna.field).toBeFocused();
    await keyboard.press('Escape');
    await expect(anna.panel.getByText('Replying to You')).toBeHidden();
    await expect(anna.panel).toBeVisible();
  });

  await test.step('messages are plain text: no markup, safe links', async () => {
    await deleteAll(anna);
    const hostile = '<img src=x onerror=alert(1)> javascript:alert(2) https://example.org/a?b=1.';
    await anna.write(hostile);
    await anna.reads(hostile);
    const link = anna.list.getByRole('link');
    await expect(link).toHaveCount(1);
    await expect(link).toHaveAttribute('href', 'https://example.org/a?b=1');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(anna.list.locator('img')).toHaveCount(0);

    await anna.write('Try `x = <b>1</b>` and **run** it:\n```python\nprint(x)\n```');
    await expect(anna.list.locator('code')).toHaveText(['x = <b>1</b>', 'print(x)']);
    await expect(anna.list.locator('b').last()).toHaveText('run');
    await expect(anna.list.getByRole('button', { name: 'Copy code' })).toBeVisible();

    // An address that is cut leads to all of it.
    const long = `Read https://example.org/${'x'.repeat(800)} the end`;
    await anna.write(long);
    await expect(anna.texts.last()).toHaveText(/https:\/\/example\.org\/?x*…$/);
    await expect(link.last()).toHaveAttribute('href', `https://example.org/${'x'.repeat(800)}`);
    await anna.list.getByRole('button', { name: 'Show all' }).click();
    await expect(anna.texts.last()).toHaveText(long);
    await anna.list.getByRole('button', { name: 'Show less' }).click();
    await expect(anna.texts.last()).not.toContainText('the end');
  });

  await test.step('axe finds nothing serious', async () => {
    await deleteAll(anna);
    const { page } = anna;
    const check = () => expectAccessible(page, ['dark', 'light']);
    await check();
    await anna.write('See https://example.org and answer');
    await anna.tool('See', 'React');
    await check();
    await page.getByRole('button', { name: 'React with 🎉' }).click();
    await anna.choose('See', 'Pin');
    await anna.tool('See', 'Reply');
    await anna.field.fill('x'.repeat(4_001));
    await expect(anna.panel.getByText('1 character too many')).toBeVisible();
    await check();
    await anna.field.fill('');
    await anna.tool('See', /^More actions for/);
    await check();
    await page.keyboard.press('Escape');
    await anna.panel.getByRole('button', { name: 'Chat settings' }).click();
    await check();
  });
  await anna.close();
});

test('half a minute without network while others write loses nothing, and both see the same messages', async ({
  browser,
  school,
}) => {
  test.setTimeout(patient(150_000));
  const [anna, boris] = await two(browser, school, await school.room());
  await anna.write('before');
  await boris.reads('before');
  // The stage says it as soon as the media connection is in doubt too; then the chat does not repeat it.
  const reconnecting = boris.page.getByText(/reconnecting/i);
  await boris.page.context().setOffline(true);
  const written = Array.from({ length: 38 }, (_, index) => `number ${index + 1}`);
  // The server lets a moderator write five messages in five seconds; the rest waits.
  for (const text of written) await anna.write(text);
  await boris.write('from the tunnel');
  await expect(reconnecting).toBeVisible({ timeout: patient(40_000) });
  await expect(boris.panel.getByText('Waiting for connection')).toBeVisible();
  await boris.field.fill('half a thought');
  await expect(anna.texts.last()).toHaveText('number 38', { timeout: patient(60_000) });
  // They are sent one after the other: when the last has arrived, all have.
  await expect(anna.list.getByRole('article').last()).not.toHaveAttribute('aria-busy', 'true', {
    timeout: patient(60_000),
  });
  await boris.page.context().setOffline(false);
  await expect(reconnecting).toBeHidden({ timeout: patient(40_000) });
  for (const chatter of [anna, boris]) {
    await expect(chatter.texts.last()).toHaveText('from the tunnel', { timeout: patient(40_000) });
    const read = await chatter.scrolledTexts();
    expect(read).toEqual(['before', ...written, 'from the tunnel']);
  }
  await expect(boris.field).toHaveValue('half a thought');

  await anna.panel.getByRole('button', { name: 'Go to the newest message' }).click();

  await boris.page.reload();
  await boris.person.enter();
  await boris.open();
  await expect(boris.field).toHaveValue('half a thought');
  await boris.field.press('Enter');
  await expect(anna.message('half a thought')).toBeVisible();
  await Promise.all([anna.close(), boris.close()]);
});

test('a removed person receives and sends nothing any more', { tag: '@main' }, async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const { channelId, spaceId } = room;
  const anna = await school.chatting(room, { role: 'moderator' });
  const boris = await PersonPage.openQuietly(browser, await school.link(room, { username: 'Boris Ivanov' }));
  const sockets: WebSocket[] = [];
  const tokens = new Set<string>();
  boris.page.on('websocket', (socket) => sockets.push(socket));
  boris.page.on('request', async (request) => {
    const given = request.url().endsWith('/channels/join') && (await request.headerValue('authorization'));
    if (given) tokens.add(given.replace('Bearer ', ''));
  });
  await boris.enter();
  const chatter = new Chatter(boris);
  await chatter.open();
  await anna.sendMessage({ body: { channelId, text: 'Welcome' } });
  await chatter.reads('Welcome');
  const ofChat = () => sockets.filter((socket) => socket.url().includes('/connection/websocket'));
  expect(ofChat().map((socket) => socket.isClosed())).toEqual([false]);

  // On a busy machine the page writes before the media server has told of the person.
  let participantId = '';
  await expect
    .poll(async () => {
      const { items } = await school.client.listParticipants({ spaceId, roomId: room.id });
      participantId = items.find(({ name }) => name === 'Boris Ivanov')?.id ?? '';
      return participantId;
    })
    .not.toBe('');
  await anna.removeParticipant({ spaceId, participantId });
  await expect(boris.heading('You were removed from this call')).toBeVisible();
  await expect.poll(() => ofChat().map((socket) => socket.isClosed())).toEqual([true]);
  const [token = ''] = tokens;
  const client = school.lectern.client(token);
  const body = { channelId, text: 'Let me back' };
  const refused = { status: 403, code: 'removed_from_call' };
  await expect(client.sendMessage({ body })).rejects.toMatchObject(refused);
  await expect(client.getSocketToken()).rejects.toMatchObject(refused);
  await expect(client.listMessages({ channelId })).rejects.toMatchObject({ status: 403 });
  await boris.close();
});

test('the chat works while the media server is unreachable; a person who looks away sees how many messages are new; keys write, and do nothing else', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const { channelId } = room;
  const anna = await school.chatting(room, { role: 'moderator' });
  const boris = await PersonPage.openQuietly(browser, await school.link(room, { username: 'Boris Ivanov' }));
  await boris.page.route('**/signaling-token*', (route) => route.abort());
  await boris.page.getByRole('button', { name: 'Join' }).click();
  await expect(boris.text('Entering the room')).toBeVisible();
  const writer = new Chatter(boris);
  await writer.open();
  await writer.write('Can you hear me?');
  const read = async () => JSON.stringify(await anna.listMessages({ channelId }));
  await expect.poll(read).toContain('Can you hear me?');
  await anna.sendMessage({ body: { channelId, text: 'No, but I read you' } });
  await writer.reads('Can you hear me?', 'No, but I read you');
  await expect(boris.text('Entering the room')).toBeVisible();
  await boris.page.unroute('**/signaling-token*');
  await boris.isIn();
  await boris.page.keyboard.press('Escape');
  await expect(writer.panel).toBeHidden();

  for (const text of ['one', 'two']) await anna.sendMessage({ body: { channelId, text } });
  await expect(boris.page.getByRole('button', { name: 'Chat, 2' })).toBeVisible();
  await boris.page.keyboard.press('c');
  await expect(writer.panel.getByText('New messages')).toBeVisible();
  await expect(boris.page.getByRole('button', { name: 'Chat', exact: true })).toBeVisible();
  await expect(writer.field).toBeFocused();
  await boris.page.keyboard.type('cmvsp');
  await expect(writer.field).toHaveValue('cmvsp');
  await expect(boris.button('Turn on microphone')).toBeVisible();
  await boris.page.keyboard.press('Escape');
  await expect(writer.panel).toBeHidden();
  await expect(boris.page.getByRole('button', { name: 'Chat', exact: true })).toBeFocused();
  await boris.close();
});

test("the chat fills a phone's page, and a tap shows the tools", async ({ browser, school }) => {
  const room = await school.room();
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await keepDevicesOff(page);
  await page.goto(await school.link(room, { role: 'moderator' }));
  await page.getByRole('button', { name: 'Join' }).tap();
  await page.getByRole('button', { name: /^Chat/ }).tap();
  const panel = page.getByRole('complementary', { name: 'Chat' });
  const field = panel.getByRole('textbox');
  await field.fill('From the tram');
  await panel.getByRole('button', { name: 'Send' }).tap();
  const box = await panel.boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  // A message that is being sent has no tools yet.
  await expect(panel.locator('article[aria-busy="true"]')).toHaveCount(0);
  await panel.getByRole('article').tap();
  for (const name of ['React', 'Reply', /^More actions for/]) {
    const button = await panel.getByRole('article').getByRole('button', { name }).boundingBox();
    expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await panel.getByRole('article').getByRole('button', { name: 'Reply' }).tap();
  await expect(panel.getByText('Replying to You')).toBeVisible();
  await test.step('a turned phone shows the newest message, and a tap on the uppermost one its tools', async () => {
    const articles = panel.getByRole('article');
    for (let count = 2; count <= 6; count += 1) {
      await field.fill(`${count}: where the tram stops long enough for a message of two lines or three`);
      await panel.getByRole('button', { name: 'Send' }).tap();
      await expect(articles).toHaveCount(count);
    }
    for (const viewport of [
      { width: 844, height: 390 },
      { width: 390, height: 844 },
      { width: 390, height: 534 },
      { width: 390, height: 844 },
      { width: 844, height: 390 },
      { width: 320, height: 318 },
    ]) {
      await page.setViewportSize(viewport);
      await expect(articles.last()).toBeInViewport({ ratio: 1 });
    }
    // The browser keeps a finger's last place as that of a mouse; there is no mouse.
    await articles.last().hover();
    await expect(articles.last().getByRole('button', { name: 'Reply' })).toHaveCount(0);
    const head = (await panel.getByRole('tablist').boundingBox()) ?? { y: 0, height: 0 };
    const isBelowHead = async (place: Locator) =>
      ((await place.boundingBox())?.y ?? 0) >= head.y + head.height;
    const upper = articles.nth(3);
    await upper.evaluate((row) => row.scrollIntoView({ block: 'start' }));
    await upper.tap();
    const reply = upper.getByRole('button', { name: 'Reply' });
    await expect(reply).toBeInViewport({ ratio: 1 });
    await expect.poll(() => isBelowHead(reply)).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
  });
  await test.step('a keyboard leaves the field and its button in view on the smallest phone held sideways', async () => {
    await page.setViewportSize({ width: 568, height: 144 });
    await field.focus();
    for (const one of [field, panel.getByRole('button', { name: 'Send' })])
      await expect(one).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 390, height: 844 });
  });
  await panel.getByRole('button', { name: 'Close' }).tap();
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
  await context.close();
});
