import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { migrate, refuseNewerTables } from './migrate.ts';

let own: OwnDatabase;
/** Roles belong to the whole PostgreSQL, which other tests share. */
let role: string;
let database: string;
before(async () => {
  own = await startOwnDatabase();
  const { rows } = await own.pool.query('SELECT current_database() AS name');
  database = rows[0].name;
  role = `guest_of_${database}`;
  await own.pool.query(`CREATE ROLE ${role} LOGIN`);
});
after(async () => {
  await own?.pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await own?.remove();
});

const refusalOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => assert.fail('the role may do it'),
    (error: Error) => `${error.name}: ${error.message}`,
  );

test('a role without the right to create gets the statement that gives it', async () => {
  await own.pool.query('CREATE SCHEMA other; REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  const here = own.connect({ user: role });
  const guest = own.connect({ user: role });
  try {
    assert.equal(
      await refusalOf(migrate(here.pool)),
      `Unstartable: The role ${role} may not create tables in the schema public of the database ${database}. Connect to ${database} as its owner or a superuser, and run: GRANT USAGE, CREATE ON SCHEMA public TO ${role};`,
    );
    // A schema that the role may not even use: PostgreSQL reports that there is none.
    await own.pool.query(`ALTER ROLE ${role} SET search_path = other`);
    assert.match(
      await refusalOf(migrate(guest.pool)),
      /^Unstartable: .* GRANT USAGE, CREATE ON SCHEMA public TO/,
    );
  } finally {
    await Promise.all([guest.close(), here.close()]);
  }
});

test('a role to which the tables do not belong is told whose they are', async () => {
  await own.pool.query(
    `ALTER ROLE ${role} RESET search_path; GRANT USAGE, CREATE ON SCHEMA public TO ${role}`,
  );
  const guest = own.connect({ user: role });
  const belongs = new RegExp(
    `^Unstartable: The tables of the database ${database} belong to the role lectern, .* names ${role}`,
  );
  try {
    assert.match(await refusalOf(refuseNewerTables(guest.pool)), belongs);
    assert.match(await refusalOf(migrate(guest.pool)), belongs);
  } finally {
    await guest.close();
  }
});
