import { after, before, test } from 'node:test';
import { assertStandings, startGroup } from '../../testing/data/standings.ts';
import type { OwnDatabase } from '../../testing/engines/own-database.ts';

let group: OwnDatabase;
before(async () => {
  group = await startGroup();
});
after(() => group?.remove());

test('the role that a link gives', () =>
  assertStandings(
    group,
    (link) => `SELECT call_role AS standing FROM link_standing WHERE link_id = '${link}'`,
    [
      ['a valid link', 'link', '', 'moderator'],
      ['an expired link', 'link', 'UPDATE access_links SET expires_at = now()', 'none'],
      ['a revoked link', 'link', 'UPDATE access_links SET revoked_at = now()', 'none'],
    ],
  ));
