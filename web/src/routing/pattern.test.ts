import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pages } from '../../../contract/pages.ts';
import { parseAddress } from './navigation.ts';
import { matchPath, pathTo } from './pattern.ts';

test('a path has the values of its pattern', () => {
  assert.deepEqual(matchPath('/groups/:spaceId/rooms/:roomId', '/groups/a/rooms/b'), {
    spaceId: 'a',
    roomId: 'b',
  });
  assert.deepEqual(matchPath('/groups/:spaceId', '/groups/a%20b/'), { spaceId: 'a b' });
  assert.deepEqual(matchPath('/groups/:spaceId', '/groups/%zz'), { spaceId: '%zz' });
  assert.deepEqual(matchPath('/', '/'), {});
});

test('another path does not match', () => {
  assert.equal(matchPath('/groups/:spaceId', '/groups'), undefined);
  assert.equal(matchPath('/groups/:spaceId', '/groups/a/b'), undefined);
  assert.equal(matchPath('/groups', '/Groups'), undefined);
  assert.equal(matchPath('/', '/groups'), undefined);
});

test('filled values are read back', () => {
  const hostile = { spaceId: '../?a#b', inviteId: 'я/%' };
  const path = pathTo(pages.invite, hostile);
  assert.deepEqual(matchPath(pages.invite, path), hostile);
  assert.equal(parseAddress(path).path, path);
  assert.equal(pathTo(pages.groups), '/groups');
});

test('a trailing slash is ignored', () => {
  assert.equal(parseAddress('/groups/?search=x').path, '/groups');
  assert.equal(parseAddress('/groups/?search=x').search.get('search'), 'x');
  assert.equal(parseAddress('/').path, '/');
});
