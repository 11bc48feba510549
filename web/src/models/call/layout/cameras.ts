import type { Tile } from './tiles.ts';

/** In ms. A camera that is off for a shorter time, as while somebody changes it, counts as on. */
export const flicker = 10_000;

/** A camera that is on, or was until `offSince`, in ms of any steady clock. */
export type CameraOn = { id: string; offSince: number | undefined };

/** The cameras that count as on, in the order in which they went on. Without a change this returns `before`. */
export function followCameras(
  before: readonly CameraOn[],
  tiles: readonly Tile[],
  now: number,
): readonly CameraOn[] {
  const people = new Map(
    tiles.flatMap(({ kind, person }) => (kind === 'camera' ? [[person.id, person] as const] : [])),
  );
  const kept = before.flatMap((one) => {
    const person = people.get(one.id);
    if (!person) return [];
    people.delete(one.id);
    if (person.camera) return [one.offSince === undefined ? one : { ...one, offSince: undefined }];
    const offSince = one.offSince ?? now;
    if (now - offSince >= flicker) return [];
    return [one.offSince === undefined ? { ...one, offSince } : one];
  });
  const added = [...people.values()].filter(({ camera }) => camera);
  const next = [...kept, ...added.map(({ id }) => ({ id, offSince: undefined }))];
  const same = next.length === before.length && next.every((one, index) => one === before[index]);
  return same ? before : next;
}

/** In ms: when a camera that went off must be looked at again; undefined if all are on. */
export function nextReview(cameras: readonly CameraOn[], now: number): number | undefined {
  const ends = cameras.flatMap(({ offSince }) => (offSince === undefined ? [] : [offSince + flicker]));
  return ends.length > 0 ? Math.max(0, Math.min(...ends) - now) : undefined;
}
