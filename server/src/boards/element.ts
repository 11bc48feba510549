import { type Static, Type } from 'typebox';
import { mostPoints } from '../../../contract/operations/board-limits.ts';
import { Nullable, OneOf, WebAddress } from '../../../contract/shared.ts';

const Place = Type.Number({ minimum: -1_000_000, maximum: 1_000_000 });
const Color = Type.String({ pattern: '^(#[0-9a-fA-F]{3,8}|[a-z]{1,32})$' });
const Key = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
const Point = Type.Array(Place, { minItems: 2, maxItems: 2 });
const Arrowhead = Nullable(Type.String({ pattern: '^[a-z_]{1,32}$' }));
const Binding = Nullable(
  Type.Object({
    elementId: Key,
    focus: Type.Optional(Place),
    gap: Type.Optional(Place),
    fixedPoint: Type.Optional(Nullable(Point)),
  }),
);

/** The element kinds of Excalidraw that a board takes. Pictures, frames and embedded pages are none of them. */
export const elementKinds = ['freedraw', 'line', 'arrow', 'rectangle', 'ellipse', 'text'] as const;

/** An element of a board, with the fields that Excalidraw gives it; others are dropped. */
export const Element = Type.Object({
  id: Key,
  type: OneOf(...elementKinds),
  /** Rises with each change of the element: the higher one wins. */
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  /** A random number: of two equal versions the one with the lower nonce wins. */
  versionNonce: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
  isDeleted: Type.Optional(Type.Boolean()),
  x: Place,
  y: Place,
  width: Place,
  height: Place,
  angle: Type.Optional(Type.Number({ minimum: -100, maximum: 100 })),
  strokeColor: Type.Optional(Color),
  backgroundColor: Type.Optional(Color),
  fillStyle: Type.Optional(OneOf('solid', 'hachure', 'cross-hatch', 'zigzag')),
  strokeWidth: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  strokeStyle: Type.Optional(OneOf('solid', 'dashed', 'dotted')),
  roughness: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
  opacity: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 4_294_967_295 })),
  index: Type.Optional(Nullable(Type.String({ pattern: '^[A-Za-z0-9]{1,64}$' }))),
  groupIds: Type.Optional(Type.Array(Key, { maxItems: 50 })),
  roundness: Type.Optional(
    Nullable(Type.Object({ type: Type.Integer({ minimum: 0, maximum: 10 }), value: Type.Optional(Place) })),
  ),
  boundElements: Type.Optional(
    Nullable(Type.Array(Type.Object({ id: Key, type: OneOf('arrow', 'text') }), { maxItems: 50 })),
  ),
  updated: Type.Optional(Type.Number({ minimum: 0, maximum: 8_640_000_000_000_000 })),
  link: Type.Optional(Nullable(WebAddress)),
  locked: Type.Optional(Type.Boolean()),
  /** The places of a freedraw, line or arrow, relative to x and y. */
  points: Type.Optional(Type.Array(Point, { minItems: 1, maxItems: mostPoints })),
  pressures: Type.Optional(Type.Array(Type.Number({ minimum: 0, maximum: 1 }), { maxItems: mostPoints })),
  simulatePressure: Type.Optional(Type.Boolean()),
  lastCommittedPoint: Type.Optional(Nullable(Point)),
  startBinding: Type.Optional(Binding),
  endBinding: Type.Optional(Binding),
  startArrowhead: Type.Optional(Arrowhead),
  endArrowhead: Type.Optional(Arrowhead),
  elbowed: Type.Optional(Type.Boolean()),
  text: Type.Optional(Type.String({ maxLength: 10_000 })),
  originalText: Type.Optional(Type.String({ maxLength: 10_000 })),
  fontSize: Type.Optional(Type.Number({ minimum: 1, maximum: 1_000 })),
  fontFamily: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  textAlign: Type.Optional(OneOf('left', 'center', 'right')),
  verticalAlign: Type.Optional(OneOf('top', 'middle', 'bottom')),
  containerId: Type.Optional(Nullable(Key)),
  lineHeight: Type.Optional(Type.Number({ minimum: 0.1, maximum: 10 })),
  autoResize: Type.Optional(Type.Boolean()),
});
export type Element = Static<typeof Element>;
