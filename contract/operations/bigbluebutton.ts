import { Type } from 'typebox';
import { ids, webUrl } from '../examples/ids.ts';
import { About, Model, Sample } from '../model.ts';
import { owners, space } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { CreatedAt, Flag, Nullable, Text, Timestamp, Whole } from '../shared.ts';

const url = Text(
  'The address to enter as the URL of the BigBlueButton server.',
  `${webUrl}/bbb/${ids.space}/bigbluebutton/`,
);
const activeText = 'Whether requests are accepted. Meetings that are running go on without it.';
const isActive = Flag(activeText, true);
const createdAt = Sample(CreatedAt, '2026-03-02T09:15:40.117Z');

/** The API of a group that is compatible with BigBlueButton. */
const BigBlueButton = Model('BigBlueButton', {
  url,
  isActive,
  createdAt,
  secretChangedAt: About(Timestamp, 'When the secret was made.', '2026-03-02T09:15:40.117Z'),
  lastRequestAt: Nullable(
    Timestamp,
    'When a request with a right checksum came last, at most a minute late; null: none came.',
    '2026-03-17T14:00:02.518Z',
  ),
});

const BigBlueButtonWithSecret = Model('BigBlueButtonWithSecret', {
  url,
  secret: Type.String({
    pattern: '^[A-Za-z0-9]{64}$',
    description: 'The shared secret. Shown only once.',
    sample: 'Wq3Zt7LmXc9Vb2NkRd5HyJf8GsPa4TuEoQ6wBiYz1KxCv0MnUlSrDgFhAjIpOeTy',
  }),
  isActive,
  createdAt,
});

export const bigBlueButtonRoutes = section('BigBlueButton', 'bbb-api 1', {
  createBigBlueButton: route({
    path: 'POST /v1/spaces/:spaceId/bigbluebutton',
    permission: space('owner', owners),
    summary: 'Offer the API of BigBlueButton for a group; its secret is shown only once',
    body: Type.Object({
      isActive: Type.Optional(Type.Boolean({ default: true, description: `${activeText} Default true.` })),
    }),
    status: 201,
    answer: BigBlueButtonWithSecret,
    record: BigBlueButton,
    errors: ['bigbluebutton_exists', 'plan_required'],
    ignoresKey: true,
    example: { body: { isActive: true } },
  }),
  getBigBlueButton: route({
    path: 'GET /v1/spaces/:spaceId/bigbluebutton',
    permission: space('owner', owners),
    summary: 'Read whether a group offers the API of BigBlueButton, and when it was used',
    answer: BigBlueButton,
    errors: ['plan_required'],
  }),
  updateBigBlueButton: route({
    path: 'PUT /v1/spaces/:spaceId/bigbluebutton',
    permission: space('owner', owners),
    summary: 'Turn the API of BigBlueButton off or on',
    body: Type.Object({ isActive: Type.Optional(isActive) }),
    answer: BigBlueButton,
    errors: ['plan_required'],
  }),
  deleteBigBlueButton: route({
    path: 'DELETE /v1/spaces/:spaceId/bigbluebutton',
    permission: space('owner', owners),
    summary: 'End the API of BigBlueButton; rooms, calls and recordings stay',
    errors: ['plan_required'],
  }),
  refreshSecretBigBlueButton: route({
    path: 'PUT /v1/spaces/:spaceId/bigbluebutton/refresh-secret',
    permission: space('owner', owners),
    summary: 'Create a new secret; the old one ends at once or after an overlap',
    body: Type.Object({
      overlapSeconds: Type.Optional(
        Whole({ minimum: 0, maximum: 86_400, default: 0 }, 'How long the old secret is accepted, too.'),
      ),
    }),
    answer: BigBlueButtonWithSecret,
    errors: ['plan_required'],
    example: { body: { overlapSeconds: 3600 } },
  }),
});
