import { avatarColor } from '../../contract/avatars.ts';
import {
  avatar,
  type Corners,
  emptyCard,
  frameCorners,
  groundCorners,
  plate,
  stageColours,
} from './drawings.ts';
import { Frames, isUsable } from './frames.ts';
import { type I420, yuvOfHex } from './i420.ts';
import { scaleOf, type TilePlan } from './layout.ts';
import { LruCache } from './lru-cache.ts';
import { even, type Rect } from './rect.ts';
import { Scaler } from './scaler.ts';
import type { ScenePerson, VideoPicture } from './scene.ts';
import { blend, cutOut, type Sprite, tint } from './sprite.ts';

/** The content of a tile now. */
export interface TileContent {
  person: ScenePerson;
  frame: VideoPicture | undefined;
  /** Opacity of the speaking frame, 0 to 256. */
  glow: number;
}

const groundColour = yuvOfHex(stageColours.ground);
const tileColour = yuvOfHex(stageColours.tile);
const speakingColour = yuvOfHex(stageColours.speaking);

/** Share of a tile's smaller side, as on the call page, and its maximum in a picture 720 high. */
const avatarShare = 0.36;
const avatarMost = 200;
/** A tile lower than this, while it grows or shrinks, shows no name. */
const leastHeightForName = 56;

/** A tile narrower than this has a thinner frame and less space around its name. */
const narrow = 260;

/** Plates that do not fit become narrower in steps of so many pixels. */
const plateStep = 8;

/** Font size of the name by the width of the tile, for a picture 720 high. */
function lettersFor(width: number, unit: number): number {
  return Math.max(10, Math.round(Math.min(18, Math.max(13, 10 + width / unit / 90)) * unit));
}

/** Positions of corners of this size, in the order of their sprites. */
function cornerPlaces({ x, y, width, height }: Rect, size: number) {
  const [right, bottom] = [x + width - size, y + height - size];
  return [
    { x, y },
    { x: right, y },
    { x, y: bottom },
    { x: right, y: bottom },
  ] as const;
}

/** Paints tiles with their names and frames. Drawings are cached. */
export class Tiles {
  readonly #scaler = new Scaler();
  readonly #frames = new Frames(this.#scaler);
  readonly #plates = new LruCache<{ sprite: Sprite | undefined }>(160);
  readonly #avatars = new LruCache<Sprite>(96);
  readonly #corners = new LruCache<Corners>(64);

  clear(picture: I420): void {
    picture.fill(groundColour);
  }

  /** Draws the card of an empty room. */
  empty(picture: I420): void {
    const size = even(150 * scaleOf(picture));
    const card = this.#avatars.get(`nobody ${size}`, () => emptyCard(size));
    blend(picture, card, { x: even((picture.width - size) / 2), y: even((picture.height - size) / 2) });
  }

  /** `isOver`: other tiles may be below, and the round corners show them. */
  paint(picture: I420, plan: TilePlan, content: TileContent & { isOver: boolean }): void {
    const { rect } = plan;
    if (rect.width < 4 || rect.height < 4) return;
    const radius = Math.min(plan.radius, Math.floor(Math.min(rect.width, rect.height) / 4));
    const corners =
      radius > 0 ? this.#corners.get(`ground ${radius}`, () => groundCorners(radius)) : undefined;
    const outside = corners && content.isOver ? this.#cutOut(picture, rect, corners) : corners;
    if (plan.source === 'screen') this.#paintScreen(picture, rect, content);
    else this.#paintCamera(picture, rect, content);
    if (outside) this.#layCorners(picture, rect, { corners: outside, strength: 256 });
    if (plan.source === 'screen' || rect.height < leastHeightForName * scaleOf(picture)) return;
    if (content.glow > 0 && radius > 0) this.#layFrame(picture, rect, { radius, glow: content.glow });
    this.#layPlate(picture, rect, content.person);
  }

  close(): void {
    this.#scaler.close();
    for (const kept of [this.#plates, this.#avatars, this.#corners]) kept.clear();
  }

  #paintScreen(picture: I420, rect: Rect, { frame }: TileContent): void {
    picture.fill(groundColour, rect);
    if (isUsable(frame)) this.#frames.screen(picture, frame, rect);
  }

  #paintCamera(picture: I420, rect: Rect, { person, frame }: TileContent): void {
    if (isUsable(frame)) {
      this.#frames.camera(picture, frame, rect);
      return;
    }
    picture.fill(tileColour, rect);
    const unit = scaleOf(picture);
    const size = even(Math.min(Math.min(rect.width, rect.height) * avatarShare, avatarMost * unit));
    if (size < 8) return;
    const { name, participantId } = person;
    const sprite = this.#avatars.get(`${size} ${participantId} ${name}`, () =>
      avatar({ name, colour: avatarColor(participantId), size }),
    );
    blend(picture, sprite, {
      x: rect.x + even((rect.width - sprite.width) / 2),
      y: rect.y + even((rect.height - sprite.height) / 2),
    });
  }

  #cutOut(picture: I420, rect: Rect, { size, sprites }: Corners): Corners {
    const places = cornerPlaces(rect, size);
    const cut = (index: 0 | 1 | 2 | 3): Sprite => cutOut(picture, sprites[index], places[index]);
    return { size, sprites: [cut(0), cut(1), cut(2), cut(3)] };
  }

  #layCorners(picture: I420, rect: Rect, options: { corners: Corners; strength: number }): void {
    const { corners, strength } = options;
    const places = cornerPlaces(rect, corners.size);
    for (const index of [0, 1, 2, 3] as const) {
      blend(picture, corners.sprites[index], { ...places[index], strength });
    }
  }

  #layFrame(picture: I420, rect: Rect, { radius, glow }: { radius: number; glow: number }): void {
    const unit = scaleOf(picture);
    const width = Math.max(2, even((rect.width < narrow * unit ? 2 : 4) * unit));
    const corners = this.#corners.get(`frame ${radius} ${width}`, () => frameCorners(radius, width));
    this.#layCorners(picture, rect, { corners, strength: glow });
    const { size } = corners;
    const across = { x: rect.x + size, width: rect.width - 2 * size, height: width };
    const along = { y: rect.y + size, width, height: rect.height - 2 * size };
    for (const side of [
      { ...across, y: rect.y },
      { ...across, y: rect.y + rect.height - width },
      { ...along, x: rect.x },
      { ...along, x: rect.x + rect.width - width },
    ]) {
      tint(picture, speakingColour, { rect: side, strength: glow });
    }
  }

  #layPlate(picture: I420, rect: Rect, person: ScenePerson): void {
    const unit = scaleOf(picture);
    const margin = even((rect.width < narrow * unit ? 6 : 10) * unit);
    const sprite = this.#plate(person, {
      size: lettersFor(rect.width, unit),
      width: rect.width - 2 * margin,
      most: even(picture.width * 0.45),
    });
    if (!sprite) return;
    blend(picture, sprite, { x: rect.x + margin, y: rect.y + rect.height - margin - sprite.height });
  }

  /** The plate is as wide as its name; where that does not fit, a narrower one is drawn, in steps. */
  #plate(
    { name, isMuted }: ScenePerson,
    fit: { size: number; width: number; most: number },
  ): Sprite | undefined {
    const { size, width, most } = fit;
    const of = (room: number): Sprite | undefined =>
      this.#plates.get(`${size} ${room} ${isMuted} ${name}`, () => ({
        sprite: plate({ name, isMuted, size, width: room }),
      })).sprite;
    const whole = of(most);
    return whole && whole.width > width ? of(Math.floor(width / plateStep) * plateStep) : whole;
  }
}
