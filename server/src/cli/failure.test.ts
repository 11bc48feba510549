import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { nameOfUser } from '../platform/process/user-name.ts';
import { sentenceFor } from './failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
after(() => rmSync(folder, { recursive: true }));

test('a user who may not use the files of the installation gets a sentence, and the command of the right user', () => {
  const forbidden = (path: string) =>
    Object.assign(new Error('EACCES: permission denied, open'), { code: 'EACCES', syscall: 'open', path });
  const me = nameOfUser();
  assert.equal(
    sentenceFor(forbidden(folder)),
    `This user (${me}) may not use ${folder}, which belongs to ${me}. Run the command as the user of the installation: runuser -u ${me} -- npm run lectern -- …`,
  );
  assert.equal(
    sentenceFor(forbidden('/nowhere/data')),
    `This user (${me}) may not use /nowhere/data. Run the command as the user of the installation`,
  );
});

test('a database that went away is no fault of the user', () => {
  const away = Object.assign(new Error('connect EACCES'), {
    code: 'EACCES',
    syscall: 'connect',
    path: '/run/x',
  });
  assert.match(sentenceFor(away), /^The database went away/);
});
