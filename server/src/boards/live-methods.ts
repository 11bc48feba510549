import { Type } from 'typebox';
import { mostElementsAtOnce } from '../../../contract/operations/board-limits.ts';
import { Id, ParticipantId } from '../../../contract/shared.ts';
import { type LiveMethod, liveMethod, ShortMemory } from '../live/live.ts';
import type { Db } from '../platform/db/db.ts';
import { draw, requireDrawing } from './draw.ts';
import { Element } from './element.ts';
import { type DrawingPersonKey, findDrawing } from './elements.store.ts';
import type { BoardParts } from './parts.ts';
import type { StrokeBatches } from './strokes.ts';

const Who = { participantId: ParticipantId, boardId: Id };

const Draw = Type.Object({
  ...Who,
  elements: Type.Array(Element, { minItems: 1, maxItems: mostElementsAtOnce }),
});

const Place = Type.Number({ minimum: -1_000_000, maximum: 1_000_000 });

const Stroke = Type.Object({
  ...Who,
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  points: Type.Array(Type.Array(Place, { minItems: 2, maxItems: 3 }), { minItems: 1, maxItems: 64 }),
  style: Type.Optional(
    Type.Object({
      color: Type.Optional(Type.String({ pattern: '^(#[0-9a-fA-F]{3,8}|[a-z]{1,32})$' })),
      width: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    }),
  ),
});

/** Messages of people who draw: finished elements, and the points of a stroke under way. */
export function boardMethods({
  db,
  strokes,
  ...parts
}: BoardParts & { db: Db; strokes: StrokeBatches }): LiveMethod[] {
  const drawings = new ShortMemory((acting: DrawingPersonKey) => findDrawing(db, acting));
  return [
    liveMethod('rpc', 'draw', {
      schema: Draw,
      handle: ({ userId, data }) => draw(parts, db, { userId, ...data }),
    }),
    liveMethod('send', 'stroke', {
      schema: Stroke,
      perSecond: 25,
      handle: async ({ userId, data }) => {
        const { boardId, participantId, id, points, style } = data;
        const drawing = requireDrawing(await drawings.of({ userId, participantId, boardId }));
        // Nobody watches the strokes of a personal board: moderators see it when they are finished.
        if (drawing.kind === 'personal') return;
        strokes.add(drawing.channelId, { boardId, participantId, id, points, style });
      },
    }),
  ];
}
