import { after, before, test } from 'node:test';
import type { Client } from '../../../contract/client/index.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import {
  type Credential,
  type CredentialOutcome,
  checkEachCredential,
  credentialsFor,
} from '../../testing/people/credentials.ts';

let lectern: Lectern;
let open: TestGroup;
let hidden: TestGroup;
before(async () => {
  lectern = await startInProcess();
  open = await makeGroup(lectern);
  hidden = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
});
after(() => lectern?.remove());

const inPublic: Record<Credential, CredentialOutcome> = {
  nobody: 'unauthorized',
  forged: 'unauthorized',
  client: 'forbidden',
  stranger: 'forbidden',
  guestLink: 'forbidden',
  moderatorLink: 'forbidden',
  guest: 'forbidden',
  moderator: 'ok',
  owner: 'ok',
};
const inPrivate: typeof inPublic = { ...inPublic, client: 'not_found', stranger: 'not_found' };

test('updateStage is for moderators in the call and accounts that lead the room', async () => {
  const ask = (group: TestGroup) => (api: Client) => api.updateStage({ ...group.at, body: { kind: 'none' } });
  await checkEachCredential(await credentialsFor(lectern, open), ask(open), inPublic);
  await checkEachCredential(await credentialsFor(lectern, hidden), ask(hidden), inPrivate);
});

test('getStage is for people in the call and accounts with a role in the room', async () => {
  const ask = (group: TestGroup) => (api: Client) => api.getStage(group.at);
  const seen = { ...inPublic, guest: 'ok' } as const;
  await checkEachCredential(await credentialsFor(lectern, open), ask(open), seen);
  await checkEachCredential(await credentialsFor(lectern, hidden), ask(hidden), {
    ...inPrivate,
    guest: 'ok',
  });
});
