import { createHash } from 'node:crypto';
import { answer, startReceiver } from '../../../server/testing/receivers/receiver.ts';
import { expectAccessible, makeSomebody, openSignedIn } from '../testing/account-page.ts';
import { clientOf } from '../testing/panel-page.ts';
import { expect, test } from '../testing/school.ts';
import { takeSecret } from '../testing/secret-dialog.ts';

/** Calls the API as a program with this secret does. @returns the response, in XML */
async function ask(
  { url, secret }: { url: string; secret: string },
  call: string,
  query = {},
): Promise<string> {
  const text = new URLSearchParams(query).toString();
  const checksum = createHash('sha256').update(`${call}${text}${secret}`).digest('hex');
  return (await fetch(`${url}api/${call}?${text}&checksum=${checksum}`)).text();
}

test('the owner offers the API of BigBlueButton, enters it in a program, sees its meeting and what it was sent, and ends it', async ({
  page,
  school: { lectern },
}) => {
  test.slow();
  const who = await makeSomebody(lectern);
  const api = await clientOf(lectern, who);
  const { id: spaceId } = await api.createSpace({ body: { name: 'Physics 9A' } });
  const receiver = await startReceiver(answer(500, 'Not yet'));
  await openSignedIn(page, who, `/groups/${spaceId}/integration`);
  const section = page.getByRole('region', { name: 'BigBlueButton' });
  await section.getByRole('button', { name: 'Offer the API' }).click();
  const labels = ['Server URL', 'Shared secret'];
  const [url = '', first = ''] = await takeSecret(page, labels);
  expect(url).toBe(`${lectern.url}/bbb/${spaceId}/bigbluebutton/`);
  await expect(section.getByText('No request yet.')).toBeVisible();
  await expect(section.getByText('Nothing was sent yet.')).toBeVisible();
  await expect(section).toContainText(`BIGBLUEBUTTON_ENDPOINT=${url}`);
  await expect(page.getByText(first)).toHaveCount(0);
  await expectAccessible(page);

  const program = { url, secret: first };
  const meeting = { meetingID: 'course-7', name: 'Optics', meta_endCallbackUrl: receiver.url };
  for (const call of ['create', 'end']) expect(await ask(program, call, meeting)).toContain('SUCCESS');

  await test.step('a delivery that failed is sent again', async () => {
    await page.reload();
    const sent = section.getByRole('listitem').filter({ hasText: 'course-7' });
    await expect(section.getByText('Last request:')).toBeVisible();
    await expect(sent).toContainText('Pending');
    await expect(sent).toContainText('500', { timeout: 30_000 });
    await expectAccessible(page);
    receiver.behave(answer(200, 'Thank you'));
    await sent.getByRole('button', { name: 'Send now: end' }).click();
    await expect(sent).toContainText('Delivered', { timeout: 30_000 });
  });

  await test.step('the list of rooms marks its room', async () => {
    await page.goto(`${lectern.url}/groups/${spaceId}`);
    const room = page.getByRole('listitem').filter({ hasText: 'Optics' });
    await expect(room.getByText('BigBlueButton')).toHaveAttribute('title', 'BigBlueButton meeting course-7');
  });

  await test.step('a new secret replaces the old one at once or later', async () => {
    await page.goto(`${lectern.url}/groups/${spaceId}/integration`);
    await section.getByRole('button', { name: 'Get a new secret' }).click();
    const question = page.getByRole('dialog', { name: 'Get a new secret?' });
    await question.getByRole('radio', { name: 'Works for 1 more hour' }).check();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Get a new secret' }).click();
    const [, second = ''] = await takeSecret(page, labels);
    expect(second).not.toBe(first);
    for (const secret of [first, second]) {
      expect(await ask({ url, secret }, 'getMeetings')).toContain('SUCCESS');
    }
  });

  await test.step('switched off it refuses; ended it is gone, and the room stays', async () => {
    const accept = section.getByRole('switch', { name: 'Accept requests' });
    await accept.click();
    await expect(accept).not.toBeChecked();
    expect(await ask(program, 'getMeetings')).toContain('checksumError');
    await section.getByRole('button', { name: 'End the API' }).click();
    const question = page.getByRole('dialog', { name: 'End the BigBlueButton API of this group?' });
    await question.getByRole('button', { name: 'End the API' }).click();
    await expect(section.getByRole('button', { name: 'Offer the API' })).toBeVisible();
    expect((await api.listRooms({ spaceId })).items.map(({ name }) => name)).toEqual(['Optics']);
  });
  await receiver.close();
});

test('a plan without the API says so', async ({ page, school: { lectern } }) => {
  const who = await makeSomebody(lectern);
  const { id: spaceId } = await (await clientOf(lectern, who)).createSpace({ body: { name: 'Physics 9A' } });
  await page.route('**/bigbluebutton', (route) =>
    route.fulfill({ status: 403, json: { code: 'plan_required', message: 'Not in the plan.' } }),
  );
  await openSignedIn(page, who, `/groups/${spaceId}/integration`);
  await expect(page.getByText('Your plan has no such API.')).toBeVisible();
});
