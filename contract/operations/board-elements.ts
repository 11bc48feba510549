import { Type } from 'typebox';
import { About, Model } from '../model.ts';
import { Nullable } from '../shared.ts';

export const BoardElement = Model(
  'BoardElement',
  {
    id: About(Type.String(), 'The id that its page chose.', 'V1StGXR8_Z5jdHi6B'),
    version: About(Type.Integer(), 'Its version.', 2),
    versionNonce: About(Type.Integer(), 'Its nonce.', 104_729),
    isDeleted: About(Type.Boolean(), 'A deleted element has no further fields.', false),
    authorId: Nullable(Type.String(), 'The chat user who drew it; null after their erasure.', '7'),
  },
  {
    additionalProperties: true,
    description: 'Also the fields of the Excalidraw element that its page sent.',
  },
);
