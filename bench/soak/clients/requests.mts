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

// The requests of every LMS, with the required fields alone: those with a default are optional.
const link = await client.POST('/v1/spaces/{spaceId}/rooms/{roomId}/generate-access', {
  params: { path: { spaceId, roomId } },
  body: { username: 'Ivan', role: 'user' },
});
assert.match(link.data?.url ?? '', /accessToken=/);
const webhook = await client.POST('/v1/spaces/{spaceId}/webhooks', {
  params: { path: { spaceId } },
  body: { url: 'https://lms.example.org/lectern' },
});
assert.equal(webhook.data?.isActive, true);
const webhookId = webhook.data?.id ?? '';
const renewed = await client.PUT('/v1/spaces/{spaceId}/webhooks/{webhookId}/refresh-secret', {
  params: { path: { spaceId, webhookId } },
  body: {},
});
assert.notEqual(renewed.data?.secret, webhook.data?.secret);
await client.DELETE('/v1/spaces/{spaceId}/webhooks/{webhookId}', {
  params: { path: { spaceId, webhookId } },
});
const invite = await client.POST('/v1/spaces/{spaceId}/invites', {
  params: { path: { spaceId } },
  body: { role: 'role_space_user' },
});
assert.ok(invite.data?.id);

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
