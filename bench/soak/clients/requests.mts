import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

// The file stands beside what openapi-typescript wrote of the served document.
const [baseUrl = '', token = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

const groups = await client.GET('/v1/spaces', { params: { query: { limit: 10 } } });
const spaceId = groups.data?.items[0]?.id ?? '';
assert.ok(spaceId, 'no group was listed');

const created = await client.POST('/v1/spaces/{spaceId}/rooms', {
  params: { path: { spaceId } },
  body: { name: 'By openapi-typescript' },
});
const roomId = created.data?.id ?? '';
const read = await client.GET('/v1/spaces/{spaceId}/rooms/{roomId}', {
  params: { path: { spaceId, roomId } },
});
assert.equal(read.data?.name, 'By openapi-typescript');

const unknown = await client.GET('/v1/spaces/{spaceId}/rooms/{roomId}', {
  params: { path: { spaceId, roomId: spaceId } },
});
assert.equal(unknown.response.status, 404);
assert.equal(unknown.error?.code, 'not_found');

const bad = await client.POST('/v1/spaces/{spaceId}/rooms', {
  params: { path: { spaceId } },
  body: { name: '' },
});
assert.equal(bad.response.status, 422);
assert.equal(bad.error?.code, 'validation_failed');
