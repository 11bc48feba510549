import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

const screenOf = (person: PersonPage, name: string) =>
  person.page.locator('[data-tile^="screen:"]', { hasText: name });

test('everybody sees the same screen large, as a moderator puts it, also people who come late', {
  tag: '@main',
}, async ({ browser, school }) => {
  test.slow();
  const room = await school.room();
  const at = { spaceId: room.spaceId, roomId: room.id };
  const [anna, boris, gleb, vera] = await Promise.all([
    PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' })),
    PersonPage.enterQuietly(browser, await school.link(room, { username: 'Boris Ivanov' })),
    school.person(room, 'Gleb'),
    school.person(room, 'Vera'),
  ]);
  await boris.page.setViewportSize({ width: 390, height: 844 });
  let everybody = [anna, boris];
  const shows = async (name: string, role: 'focus' | 'equal'): Promise<void> => {
    for (const person of everybody) await expect(screenOf(person, name)).toHaveAttribute('data-role', role);
  };
  await gleb.publish('screen');
  await shows('Gleb', 'focus');
  await vera.publish('screen');
  await shows('Vera', 'focus');
  const onStage = async () => (await school.client.getStage(at)).participantId;
  const glebId = gleb.room.localParticipant?.identity ?? '';
  await expect.poll(onStage).toBe(vera.room.localParticipant?.identity);

  await test.step('a moderator puts the older screen; a person who comes late sees it, not the newest', async () => {
    await school.client.updateStage({ ...at, body: { kind: 'screen', participantId: glebId } });
    await shows('Gleb', 'focus');
    const late = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Dora' }));
    everybody = [...everybody, late];
    await shows('Gleb', 'focus');
  });

  await test.step('a pinned tile stays for the person who pinned it', async () => {
    await anna.act('Boris Ivanov', 'Pin Boris Ivanov');
    await expect(anna.tile('Boris Ivanov')).toHaveAttribute('data-role', 'focus');
    await expect(screenOf(boris, 'Gleb')).toHaveAttribute('data-role', 'focus');
    await anna.act('Boris Ivanov', 'Unpin Boris Ivanov');
    await shows('Gleb', 'focus');
  });

  await test.step('after the screen the other one is large; taken from the stage, none is', async () => {
    await gleb.unpublish('screen');
    await shows('Vera', 'focus');
    await school.client.updateStage({ ...at, body: { kind: 'none' } });
    await shows('Vera', 'equal');
    await gleb.publish('screen');
    await shows('Gleb', 'focus');
  });
  await Promise.all([gleb.leave(), vera.leave(), ...everybody.map((person) => person.close())]);
});
