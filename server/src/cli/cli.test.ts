import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { databaseOf } from '../../testing/database.ts';
import { makeUser, tokenIn } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { type CommandOutcome, runCommand } from '../../testing/processes/command-line.ts';
import { refused } from '../../testing/refused.ts';

let lectern: LecternProcess;
before(async () => {
  lectern = await startLectern({}, { engines: 'own' });
});
after(() => lectern?.remove());

interface Run {
  settings?: Record<string, string>;
  input?: string;
  closesOutput?: boolean;
}

const run = (args: string[], { settings = {}, ...more }: Run = {}): Promise<CommandOutcome> =>
  runCommand(args, { settings: { LECTERN_DATA_DIR: lectern.dataDir, ...settings }, ...more });

const email = 'owner@example.org';
const works = (token: string) => lectern.client(token).listSpaces();
const signIn = (password: string, clientSecret = lectern.owner.clientSecret) =>
  lectern.client().issueToken({
    body: {
      client_id: lectern.owner.clientId,
      client_secret: clientSecret,
      grant_type: 'password',
      username: email,
      password,
    },
  });

test('a plan is set and shown, and accounts are listed', async () => {
  assert.equal((await run(['plan', 'set', '--email', email, '--plan', 'free'])).code, 0);
  const accounts = await run(['users', 'list']);
  assert.match(accounts.out, /^owner@example\.org\tenabled\tfree\t\S+\tOwner\tcreates-users\n$/);
  const back = await run(['plan', 'set', '--email', email, '--plan', 'business']);
  assert.match(back.err, /business/);
});

// Each command is a process that mostly waits for its database.
suite('commands beside a running server', { concurrency: 4 }, () => {
  test('token create prints only the token on standard output, and the token works at once', async () => {
    const made = await run(['token', 'create', '--email', email.toUpperCase(), '--name', 'From the shell']);
    assert.equal(made.code, 0, made.err);
    assert.match(made.out, /^lpt_\S+\n$/);
    assert.match(made.err, /shown only once/);
    const token = made.out.trim();
    await works(token);
    const listed = await run(['token', 'list', '--email', email]);
    const line = listed.out.split('\n').find((text) => text.endsWith('From the shell'));
    const [id = ''] = (line ?? '').split('\t');
    const revoked = await run(['token', 'revoke', '--email', email, '--id', id]);
    assert.equal(revoked.code, 0, revoked.err);
    await refused(works(token), 'unauthorized');
    assert.equal((await run(['token', 'revoke', '--email', email, '--id', id])).code, 1);
  });

  test('token create limits the token to scopes and a time, and names every wrong option', async () => {
    const create = (...more: string[]) => run(['token', 'create', '--email', email, '--name', 'N', ...more]);
    const made = await create('--scopes', 'rooms, reports', '--expires', '2099-01-01');
    assert.equal(made.code, 0, made.err);
    assert.match(made.out, /^lpl_\S+\n$/);
    assert.match(made.err, /Scopes: rooms, reports\. Expires 2099-01-01T00:00:00\.000Z\./);
    await works(made.out.trim());
    const api = lectern.client(made.out.trim());
    await refused(api.createSpace({ body: { name: 'x' } }), 'scope_missing');
    const refusals: [string[], RegExp][] = [
      [['--scopes', 'rooms,everything'], /^--scopes must be some of all,read,rooms,/],
      [['--expires', 'tomorrow'], /^--expires must be a time/],
      [['--expires', '2020-01-01'], /^--expires must be in the future/],
    ];
    for (const [more, reason] of refusals) {
      const { code, err } = await create(...more);
      assert.equal(code, 1);
      assert.match(err, reason);
    }
    assert.equal((await create('--scopes', '')).code, 2);
  });

  test('the tokens of a group are made, listed and revoked', async () => {
    const owner = lectern.client(lectern.owner.personalToken);
    const { id: space } = await owner.createSpace({ body: { name: 'School' } });
    const made = await run([
      'space-token',
      'create',
      '--space',
      space,
      '--name',
      'Moodle',
      '--scopes',
      'read',
    ]);
    assert.equal(made.code, 0, made.err);
    assert.match(made.out, /^lgt_\S+\n$/);
    const token = made.out.trim();
    assert.equal((await works(token)).total, 1);
    const listed = await run(['space-token', 'list', '--space', space, '--json']);
    const [{ id, scopes }] = JSON.parse(listed.out);
    assert.deepEqual(scopes, ['read']);
    const revoke = () => run(['space-token', 'revoke', '--space', space, '--id', id]);
    assert.equal((await revoke()).code, 0);
    await refused(works(token), 'unauthorized');
    assert.equal((await revoke()).code, 1);
    const unknown = await run(['space-token', 'create', '--space', 'f'.repeat(24), '--name', 'x']);
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /no group with the id f+/);
    assert.doesNotMatch((await run(['users', 'list'])).out, /group\.invalid/);
  });

  test('a group gets another owner, and the former owner stays as a moderator', async () => {
    const owner = lectern.client(lectern.owner.personalToken);
    const { id } = await owner.createSpace({ body: { name: 'School \u001b[2J\n' } });
    const heir = await makeUser(lectern, 'heir');
    const listed = await run(['spaces', 'list']);
    const line = listed.out.split('\n').find((text) => text.startsWith(id));
    // Control characters, such as a clear-screen sequence or a line break, are shown as U+FFFD.
    assert.equal(line, `${id}\towner@example.org\tSchool \ufffd[2J\ufffd`);
    const moved = await run(['spaces', 'transfer', '--id', id, '--email', heir.email]);
    assert.equal(moved.code, 0, moved.err);
    assert.equal((await heir.api.getSpace({ spaceId: id })).roleInSpace, 'role_space_owner');
    assert.equal((await owner.getSpace({ spaceId: id })).roleInSpace, 'role_space_moderator');
    await refused(owner.deleteSpace({ spaceId: id }), 'forbidden');
    const unknown = await run(['spaces', 'transfer', '--id', 'f'.repeat(24), '--email', heir.email]);
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /no group with the id f+/);
  });

  test('the audit log has the changes of commands, and is exported as JSON lines', async () => {
    const owner = lectern.client(lectern.owner.personalToken);
    const { id: space } = await owner.createSpace({ body: { name: 'School' } });
    const made = await run(['space-token', 'create', '--space', space, '--name', 'Audited', '--json']);
    const { id, token } = JSON.parse(made.out);
    assert.equal((await run(['space-token', 'revoke', '--space', space, '--id', id])).code, 0);
    assert.equal((await run(['space-token', 'revoke', '--space', space, '--id', id])).code, 1);
    const user = await makeUser(lectern, 'audited');
    assert.equal((await run(['plan', 'set', '--email', user.email, '--plan', 'free'])).code, 0);
    const exported = async (...more: string[]) => {
      const { code, err, out } = await run(['audit', 'export', ...more]);
      assert.equal(code, 0, err);
      assert.ok(!out.includes(token));
      return out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    };
    const ofGroup = await exported('--space', space);
    const operator = { actor: 'operator', userId: null, spaceId: space, kind: 'token', objectId: id };
    const [revocation, creation, first, ...rest] = ofGroup;
    assert.deepEqual(rest, []);
    for (const entry of [revocation, creation]) {
      assert.deepEqual({ ...operator, ...entry }, entry, JSON.stringify(entry));
    }
    assert.equal(revocation.action, 'space-token revoke');
    assert.equal(creation.action, 'space-token create');
    assert.deepEqual([first.action, first.actor, first.address], ['createSpace', 'personal', '127.0.0.1']);
    const ofAccount = (await exported()).filter(({ objectId }) => objectId === user.id);
    assert.deepEqual(
      ofAccount.map(({ action, actor }) => [action, actor]),
      [
        ['plan set', 'operator'],
        ['createUser', 'client'],
      ],
    );
    assert.deepEqual(await exported('--space', space, '--json'), ofGroup);
    assert.deepEqual(await exported('--to', '2020-01-01'), []);
    assert.match((await run(['audit', 'export', '--from', 'yesterday'])).err, /^--from must be a time/);
  });

  test('an account is disabled and enabled again, both at once', async () => {
    const person = await makeUser(lectern, 'person');
    const { token } = await person.api.createPersonalToken({ body: { name: 'mine' } });
    await works(token);
    const off = await run(['users', 'disable', '--email', person.email]);
    assert.equal(off.code, 0, off.err);
    await refused(works(token), 'unauthorized');
    await refused(person.api.getOwnUser(), 'unauthorized');
    assert.match((await run(['users', 'list'])).out, /^person@example\.org\tdisabled\t/m);
    assert.equal((await run(['users', 'enable', '--email', person.email])).code, 0);
    await works(token);
    assert.equal((await run(['users', 'disable', '--email', 'no@example.org'])).code, 1);
  });

  test('the client of an account creates users while the operator allows it', async () => {
    const person = await makeUser(lectern, 'integrator');
    const { clientId: client_id, clientSecret: client_secret } = await person.api.refreshClientSecret();
    const { access_token } = await lectern
      .client()
      .issueToken({ body: { grant_type: 'client_credentials', client_id, client_secret } });
    const create = (name: string) =>
      lectern.client(access_token).createUser({
        body: { email: `${name}@example.org`, password: 'a good password', username: name },
      });
    const listed = async () => (await run(['users', 'list'])).out;
    await refused(create('first'), 'user_creation_not_allowed');
    assert.match(await listed(), /^integrator@example\.org\t.*\tintegrator\t-$/m);
    const allowed = await run(['users', 'allow-create', person.email.toUpperCase()]);
    assert.equal(allowed.code, 0, allowed.err);
    await create('second');
    assert.match(await listed(), /^integrator@example\.org\t.*\tcreates-users$/m);
    const forbidden = await run(['users', 'forbid-create', person.email]);
    assert.equal(forbidden.code, 0, forbidden.err);
    await refused(create('third'), 'user_creation_not_allowed');
    assert.equal((await run(['users', 'allow-create', 'no@example.org'])).code, 1);
    assert.equal((await run(['users', 'allow-create'])).code, 2);
  });

  test('password set revokes personal tokens and the client secret, and reports it', async () => {
    const person = await makeUser(lectern, 'locked-out');
    const { token } = await person.api.createPersonalToken({ body: { name: 'mine' } });
    const { clientId: client_id, clientSecret: client_secret } = await person.api.refreshClientSecret();
    const issue = () =>
      lectern.client().issueToken({ body: { grant_type: 'client_credentials', client_id, client_secret } });
    const { access_token } = await issue();
    const set = await run(['password', 'set', '--email', person.email]);
    assert.equal(set.code, 0, set.err);
    assert.match(set.err, /Revoked: its sign-ins, personal tokens, the client secret/);
    assert.match(set.err, /Not changed: .*access links, invitations, members, webhooks and chat tokens/);
    for (const each of [token, person.token]) await refused(works(each), 'unauthorized');
    const find = lectern.client(access_token).findUsers({ query: { email: person.email } });
    await refused(find, 'unauthorized');
    await assert.rejects(issue(), { code: 'invalid_client' });
  });

  test('a disabled account loses its unused invitations, and its links unless they are kept', async () => {
    const owners = lectern.client(lectern.owner.personalToken);
    const { id: spaceId } = await owners.createSpace({ body: { name: 'School' } });
    const room = await owners.createRoom({ spaceId, body: { name: 'Algebra' } });
    const disabled = async (name: string, ...flags: string[]) => {
      const { api, email } = await makeUser(lectern, name);
      const first = await owners.createInvite({ spaceId, body: { role: 'role_space_moderator' } });
      await api.activateInvite({ spaceId, inviteId: first.id });
      const { url } = await api.generateAccess({
        ...{ spaceId, roomId: room.id },
        body: { username: 'Ann', role: 'user' },
      });
      const { id: inviteId } = await api.createInvite({ spaceId, body: { role: 'role_space_user' } });
      const { code, err } = await run(['users', 'disable', '--email', email, ...flags]);
      assert.equal(code, 0, err);
      await refused(lectern.client().getInvite({ spaceId, inviteId }), 'invite_revoked');
      const body = { accessToken: tokenIn(url), clientUniqueId: 'a browser' };
      return { err, opened: lectern.client().openAccessLink({ body }) };
    };
    const all = await disabled('leaver');
    await refused(all.opened, 'link_revoked');
    assert.match(all.err, /unused invitations: 1, access links: 1\./);
    const kept = await disabled('keeper', '--keep-links');
    await kept.opened;
    assert.match(kept.err, /unused invitations: 1, access links: 0\. .* stay valid/);
  });

  test('users delete names the groups first, and then deletes the account with them', async () => {
    const { api, email } = await makeUser(lectern, 'goer');
    const { id } = await api.createSpace({ body: { name: 'Left behind' } });
    const asked = await run(['users', 'delete', email]);
    assert.equal(asked.code, 1);
    assert.match(asked.err, new RegExp(`owns groups:\\n {2}${id}\\tLeft behind\\n.*--delete-groups`));
    await api.getOwnUser();
    const deleted = await run(['users', 'delete', email.toUpperCase(), '--delete-groups', '--json']);
    assert.equal(deleted.code, 0, deleted.err);
    assert.deepEqual(JSON.parse(deleted.out), { email, isDeleted: true, deletedGroups: 1 });
    await refused(api.getOwnUser(), 'unauthorized');
    assert.doesNotMatch((await run(['users', 'list'])).out, /goer/);
    assert.doesNotMatch((await run(['spaces', 'list'])).out, /Left behind/);
    assert.equal((await run(['users', 'delete', email])).code, 1);
  });

  test('users create makes an account that signs in at once, by the rules of the interface', async () => {
    const create = (email: string, ...more: string[]) => run(['users', 'create', '--email', email, ...more]);
    const made = await create('New@example.org', '--name', 'New person');
    assert.equal(made.code, 0, made.err);
    assert.match(made.out, /^\S{20}\n$/);
    const isIn = async (username: string, password: string) => {
      const { clientId: client_id, clientSecret: client_secret } = lectern.owner;
      const body = { client_id, client_secret, grant_type: 'password' as const, username, password };
      return lectern.client((await lectern.client().issueToken({ body })).access_token).getOwnUser();
    };
    assert.equal((await isIn('new@example.org', made.out.trim())).username, 'New person');
    const given = { input: 'eight quiet owls\n' };
    const own = await run(
      ['users', 'create', '--email', 'own@example.org', '--name', 'Own', '--stdin'],
      given,
    );
    assert.deepEqual([own.code, own.out], [0, '']);
    assert.equal((await isIn('own@example.org', 'eight quiet owls')).username, 'Own');
    const refusals: [Promise<CommandOutcome>, RegExp][] = [
      [create('new@EXAMPLE.org', '--name', 'Twice'), /^There is an account of new@example\.org already\.\n$/],
      [create('nowhere', '--name', 'x'), /^--email must be an email address\.\n$/],
      [create('b@example.org', '--name', ' '), /^--name must have a visible character\.\n$/],
      [
        run(['users', 'create', '--email', 'c@example.org', '--name', 'x', '--stdin'], { input: 'short\n' }),
        /8 to 128/,
      ],
      [
        run(['users', 'create', '--email', 'd@example.org', '--name', 'x', '--stdin'], {
          input: 'password1\n',
        }),
        /^The password /,
      ],
    ];
    for (const [outcome, sentence] of refusals) {
      const { code, err } = await outcome;
      assert.equal(code, 1);
      assert.match(err, sentence);
    }
  });

  test('every command has its result as one JSON document', async () => {
    const json = async (...args: string[]) => {
      const { code, out, err } = await run([...args, '--json']);
      assert.equal(code, 0, err);
      return JSON.parse(out);
    };
    const person = await makeUser(lectern, 'machine');
    const own = ['--email', person.email];
    const listed = await json('users', 'list');
    const entry = listed.find((user: { email: string }) => user.email === person.email);
    assert.deepEqual(
      { ...entry, id: '', createdAt: '' },
      {
        ...{ id: '', email: person.email, username: 'machine', plan: 'business' },
        ...{ isDisabled: false, mayCreateUsers: false, createdAt: '' },
      },
    );
    const made = await json('token', 'create', ...own, '--name', 'tab\there');
    await works(made.token);
    const tokens = await json('token', 'list', ...own);
    assert.deepEqual([tokens[0].id, tokens[0].name], [made.id, 'tab\there']);
    assert.equal((await json('token', 'revoke', ...own, '--id', made.id)).id, made.id);
    assert.deepEqual(await json('token', 'list', ...own), []);
    assert.deepEqual(await json('plan', 'set', ...own, '--plan', 'team'), {
      email: person.email,
      plan: 'team',
    });
    assert.match((await json('password', 'set', ...own)).password, /^\S{20}$/);
    assert.match((await json('client', 'refresh-secret', ...own)).clientSecret, /^\S{40}$/);
    assert.equal((await json('users', 'allow-create', person.email)).mayCreateUsers, true);
    const disabled = { email: person.email, isDisabled: true, revokedInvitations: 0, revokedLinks: 0 };
    assert.deepEqual(await json('users', 'disable', ...own), disabled);
    assert.equal((await json('users', 'enable', ...own)).isDisabled, false);
    const { id } = await lectern.client(lectern.owner.personalToken).createSpace({ body: { name: 'Club' } });
    assert.equal((await json('spaces', 'transfer', '--id', id, ...own)).formerOwnerEmail, email);
    const spaces = await json('spaces', 'list');
    assert.ok(spaces.some((space: { id: string; ownerEmail: string }) => space.ownerEmail === person.email));
    const jobs = await json('jobs');
    assert.ok(jobs.some(({ name }: { name: string }) => name === 'calls.reconcile'));
    const file = join(mkdtempSync(join(tmpdir(), 'lectern-test-')), 'lectern.zip');
    assert.ok((await json('backup', file)).bytes > 0);
  });

  test('a reader that closes the pipe early gets no stack, and the command ends with 0', async () => {
    for (const args of [['--help'], ['users', 'list'], ['users', 'list', '--json']]) {
      const { code, err } = await run(args, { closesOutput: true });
      assert.equal(code, 0, err);
      assert.equal(err, '');
    }
  });

  test('help exits with 0 and a wrong command line with 2', async () => {
    const help = await run(['--help']);
    assert.equal(help.code, 0);
    assert.match(help.out, /^Usage: npm run lectern -- <command>/);
    assert.match((await run(['--version'])).out, /^Lectern \d+\.\d+\.\d+ \([0-9a-f]{40}(-dirty)?\)\n$/);
    const release = JSON.parse((await run(['version', '--json'])).out);
    assert.match(release.version, /^\d+\.\d+\.\d+$/);
    assert.match(release.commit, /^[0-9a-f]{40}(-dirty)?$/);
    const none = await run(['token', 'make']);
    assert.equal(none.code, 2);
    assert.equal(none.out, '');
    // The fault is the last line, below the commands that begin alike.
    assert.match(
      none.err,
      /^Usage: [\s\S]* {2}token create [\s\S]*\nThere is no command "token make"\. .*\n$/,
    );
    assert.ok(none.err.split('\n').length < 12, none.err);
  });

  test('a command that fails prints one sentence', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'lectern-test-'));
    const list = ['users', 'list'];
    const key = { LECTERN_SECRET_KEY: 'k'.repeat(32) };
    const outcomes: [Promise<CommandOutcome>, RegExp][] = [
      [run(['token', 'create', '--email', 'no@example.org', '--name', 'x']), /no account .* no@example\.org/],
      [run(['plan', 'set', '--email', email, '--plan', 'gold']), /must be one of free, team, business/],
      [run(['token', 'create', '--email', email, '--name', 'x'.repeat(201)]), /--name must have 1 to 200/],
      [run(list, { settings: { LECTERN_DATA_DIR: empty } }), /There is no Lectern in .* "npm start"/],
      [run(list, { settings: { PORT: 'x', LECTERN_DEFAULT_PLAN: 'y' } }), /PORT[\s\S]*LECTERN_DEFAULT_PLAN/],
      [
        run(list, { settings: { DATABASE_URL: 'postgres://127.0.0.1:1/none', ...key } }),
        /127\.0\.0\.1:1.* cannot be reached/,
      ],
    ];
    for (const [outcome, sentence] of outcomes) {
      const { code, out, err } = await outcome;
      assert.equal(code, 1, err);
      assert.equal(out, '');
      assert.match(err, sentence);
      assert.doesNotMatch(err, /\n {4}at /);
    }
    assert.deepEqual(readdirSync(empty), []);
    rmSync(empty, { recursive: true });
  });
});

test('a new password ends every sign-in; a new client secret revokes every token of the client', async () => {
  const before = await signIn(lectern.owner.password);
  const changed = await run(['password', 'set', '--email', email]);
  assert.equal(changed.code, 0, changed.err);
  await refused(works(before.access_token), 'unauthorized');
  await assert.rejects(signIn(changed.out.trim()), { code: 'invalid_client' });
  const refresh = async () => {
    const { out } = await run(['client', 'refresh-secret', '--email', email]);
    return /^client_id=client-of-the-owner\nclient_secret=(\S+)\n$/.exec(out)?.[1] ?? '';
  };
  const first = await refresh();
  await assert.rejects(signIn(lectern.owner.password, first), { code: 'invalid_grant' });
  await signIn(changed.out.trim(), first);
  const given = await run(['password', 'set', '--email', email, '--stdin'], { input: 'свой пароль\nmore\n' });
  assert.equal(given.out, '');
  const second = await refresh();
  const now = await signIn('свой пароль', second);
  assert.equal((await run(['password', 'set', '--email', email, '--stdin'], { input: 'short\n' })).code, 1);
  const third = await refresh();
  await assert.rejects(signIn('свой пароль', second), { code: 'invalid_client' });
  await refused(works(now.access_token), 'unauthorized');
  await signIn('свой пароль', third);
});

test('a command starts the database for itself while the server is stopped, also several commands at once', async () => {
  const create = () => run(['token', 'create', '--email', email, '--name', 'Offline']);
  await lectern.stop();
  const made = await Promise.all([create(), create(), create()]);
  for (const { code, err } of made) assert.equal(code, 0, err);
  await assert.rejects(databaseOf(lectern), /no database runs/);
  const left = readdirSync(lectern.dataDir).filter((name) => /^(server|cli)\.json$/.test(name));
  assert.deepEqual(left, []);
  await lectern.start();
  for (const { out } of made) await works(out.trim());
});

test('a command uses the database that a killed server left running, and leaves it running', async () => {
  await lectern.kill();
  const made = await run(['token', 'create', '--email', email, '--name', 'In between']);
  assert.equal(made.code, 0, made.err);
  await (await databaseOf(lectern)).close();
  await lectern.start();
  await works(made.out.trim());
});

test('a command and a server that start at the same time both work', async () => {
  await lectern.stop();
  const starting = lectern.start();
  const made = await run(['token', 'create', '--email', email, '--name', 'Meanwhile']);
  await starting;
  assert.equal(made.code, 0, made.err);
  await works(made.out.trim());
});
