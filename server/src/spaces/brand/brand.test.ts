import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { answer, hang, type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { refusedFields } from '../../../testing/refused.ts';
import { timings } from './logos.ts';
import { largestPicture } from './picture.ts';

let lectern: InProcess;
let site: Receiver;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess({ LECTERN_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32' });
  site = await startReceiver();
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  site.received.length = 0;
});
after(async () => {
  await site?.close();
  await lectern?.remove();
});

const svg =
  '<?xml version="1.0"?>\n<!-- a logo -->\n<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
const logoAt = (path: string): string => new URL(path, site.url).href;
const set = (body: { logo?: string | null; color?: string | null }) =>
  group.owner.updateSpace({ spaceId: group.spaceId, body });
const brandOf = async (room: string) => (await lectern.client().getBrand({ query: { room } })).brand;
const shownOf = async (): Promise<Response> => fetch((await brandOf(group.room.alias))?.logoUrl ?? '');

test('anybody reads the brand by alias, code or group; a group without logo and colour has none', async () => {
  assert.equal(await brandOf(group.room.alias), null);
  await set({ color: '#7A1F3D' });
  const { name } = await group.owner.getSpace({ spaceId: group.spaceId });
  const expected = { name, logoUrl: null, color: '#7a1f3d' };
  assert.deepEqual(await brandOf(group.room.alias), expected);
  assert.deepEqual(await brandOf(group.room.code), expected);
  const { brand } = await lectern.client().getBrand({ query: { spaceId: group.spaceId } });
  assert.deepEqual(brand, expected);
  await set({ color: null });
  assert.equal(await brandOf(group.room.alias), null);
  assert.equal(await brandOf('unknown-alias'), null);
});

test('the logo is loaded once for everybody, and is harmless where it is opened alone', async () => {
  site.behave(answer(200, svg));
  await set({ logo: logoAt('/logo.svg') });
  const answers = await Promise.all([shownOf(), shownOf(), shownOf()]);
  for (const shown of answers) {
    assert.equal(shown.status, 200);
    assert.equal(shown.headers.get('content-type'), 'image/svg+xml');
    assert.match(shown.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
    assert.equal(await shown.text(), svg);
  }
  assert.equal(site.received.length, 1);
  assert.equal((await shownOf()).status, 200);
  assert.equal(site.received.length, 1);
});

test('another address is another picture; the address of the former copy is gone', async () => {
  site.behave((response, { path }) => response.writeHead(200).end(`<svg id="${path}"></svg>`));
  await set({ logo: logoAt('/one') });
  const former = (await brandOf(group.room.alias))?.logoUrl ?? '';
  assert.match(await (await fetch(former)).text(), /one/);
  await set({ logo: logoAt('/two') });
  assert.match(await (await shownOf()).text(), /two/);
  assert.equal((await fetch(former)).status, 404);
});

test('what is no picture, too large, late or forbidden is not shown, and not asked for again at once', async () => {
  const bad = {
    html: answer(200, '<html><svg></svg></html>'),
    missing: answer(404, svg),
    large: answer(200, svg.padEnd(largestPicture + 1)),
  };
  for (const [name, behaviour] of Object.entries(bad)) {
    site.received.length = 0;
    site.behave(behaviour);
    await set({ logo: logoAt(`/${name}`) });
    assert.equal((await shownOf()).status, 404, name);
    assert.equal((await shownOf()).status, 404, name);
    assert.equal(site.received.length, 1, name);
  }
  await set({ logo: 'http://127.0.0.2:1/logo.png' });
  assert.equal((await shownOf()).status, 404);
});

test('a server that does not answer holds a page for a limited time', async () => {
  const { loadMs } = timings;
  timings.loadMs = 200;
  try {
    site.behave(hang);
    await set({ logo: logoAt('/hang') });
    assert.equal((await shownOf()).status, 404);
  } finally {
    timings.loadMs = loadMs;
  }
});

test('a redirect is followed by the rules of addresses', async () => {
  site.behave((response, { path }) => {
    if (path === '/logo') response.writeHead(200).end(svg);
    else response.writeHead(302, { location: path === '/near' ? '/logo' : 'http://127.0.0.2:1/' }).end();
  });
  await set({ logo: logoAt('/near') });
  assert.equal((await shownOf()).status, 200);
  await set({ logo: logoAt('/far') });
  assert.equal((await shownOf()).status, 404);
  site.behave((response) => response.writeHead(302, { location: '/again' }).end());
  await set({ logo: logoAt('/round') });
  assert.equal((await shownOf()).status, 404);
});

test('an old copy is shown while its address has nothing', async () => {
  site.behave(answer(200, svg));
  await set({ logo: logoAt('/logo') });
  assert.equal((await shownOf()).status, 200);
  site.behave(answer(500));
  const { freshMs } = timings;
  timings.freshMs = -1;
  try {
    assert.equal((await shownOf()).status, 200);
  } finally {
    timings.freshMs = freshMs;
  }
  assert.equal((await shownOf()).status, 200);
});

test('colours and questions for brands are checked', async () => {
  for (const color of ['red', '#12345', '#1234567', 7]) {
    await refusedFields(set({ color: color as string }), 'color');
  }
  await refusedFields(lectern.client().getBrand({ query: {} }), 'room');
});
