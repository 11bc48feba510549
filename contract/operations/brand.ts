import { Type } from 'typebox';
import { alias, ids, webUrl } from '../examples/ids.ts';
import { Model, Sample } from '../model.ts';
import { forAnybody } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { Id, Nullable, StoredName, TextOrNull } from '../shared.ts';
import { Color } from './spaces.ts';

/** How pages and emails of a group look. */
export const Brand = Model('Brand', {
  name: Sample(StoredName, 'Spring course'),
  logoUrl: TextOrNull(
    'Our copy of the picture of the group; null: it has none. 404 while nothing that can be shown is at its address.',
    `${webUrl}/brand/${ids.space}/5c1d0f3b9a7e`,
  ),
  color: Nullable(Color, 'The colour of buttons and links; null: that of Lectern.', '#7a1f3d'),
});

export const brandRoutes = section('Page', 'not in the decisions: docs/decisions/0203-brands-of-groups.md', {
  getBrand: route({
    path: 'GET /v1/brand',
    permission: forAnybody,
    summary: 'Read how a page of a group looks: its name, logo and colour',
    query: Type.Object({
      room: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'The alias or the code of a room or playback. Instead of spaceId.',
          examples: [alias],
        }),
      ),
      spaceId: Type.Optional(Id),
    }),
    answer: Type.Object({
      brand: Nullable(Brand, 'null: the group has neither logo nor color, or there is none.'),
    }),
  }),
});
