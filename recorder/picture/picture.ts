import type { Layout } from '../folder/job.ts';
import type { PlacedTile } from '../folder/journal.ts';
import { isUsable, shapeOf } from './frames.ts';
import { I420 } from './i420.ts';
import { arrangeTiles, type TilePlan } from './layout.ts';
import { Motion } from './motion.ts';
import { type Size, sameRect, wide } from './rect.ts';
import type { Picture, Scene, ScenePerson, VideoPicture, WantedVideo } from './scene.ts';
import { nobodyShown, type SelectionRules, type ShownPeople, selectShownPeople } from './shown-people.ts';
import { type TileContent, Tiles } from './tiles.ts';

/** Seconds in which the frame of a speaking person fades in and out: slow enough not to flicker. */
const glowing = { in: 0.15, out: 0.6 };

interface TileState extends TileContent {
  /** Opacity of the frame from 0 to 1, before it is rounded to steps. */
  level: number;
  drawnAs: string;
}

/** The page on the stage is drawn like the screen of a person with this id, which no participant has. */
const slideId = 'slide';
const nobody: ScenePerson = {
  participantId: slideId,
  name: '',
  order: 0,
  isMuted: true,
  isSpeaking: false,
  camera: undefined,
  screen: undefined,
};

type Sending = Parameters<Picture['wanted']>[1];

const nothing: Sending = { cameras: new Set(), screens: new Set() };

/** Describes a tile's content: with the same description it need not be drawn again. */
function lookOf({ person, frame, glow }: TileContent): string {
  const seen = isUsable(frame) ? `${frame.serial}` : 'off';
  return `${seen} ${glow} ${person.isMuted} ${person.name}`;
}

const sameLayout = (a: readonly TilePlan[], b: readonly TilePlan[]): boolean =>
  a.length === b.length &&
  a.every((plan, index) => {
    const other = b[index];
    return (
      other !== undefined &&
      other.key === plan.key &&
      other.radius === plan.radius &&
      sameRect(plan.rect, other.rect)
    );
  });

class DrawnPicture implements Picture {
  readonly #layout: Layout;
  readonly #painter = new Tiles();
  readonly #motion = new Motion();
  readonly #tiles = new Map<string, TileState>();
  #size: Size;
  #picture: I420;
  #cast: ShownPeople = nobodyShown;
  #sending: Sending = nothing;
  /** The tiles in the picture; undefined: everything must be drawn. */
  #placed: readonly TilePlan[] | undefined;
  #aimed: readonly TilePlan[] = [];
  #t = 0;

  constructor({ layout, width, height }: Size & { layout: Layout }) {
    this.#layout = layout;
    this.#size = { width, height };
    this.#picture = new I420(this.#size);
  }

  get tiles(): readonly PlacedTile[] {
    return this.#aimed.map(({ participantId, source, rect }) =>
      participantId === slideId
        ? { participantId: null, source: 'page', ...rect }
        : { participantId, source, ...rect },
    );
  }

  draw(scene: Scene, t: number): Uint8Array {
    const rules = this.#rules(t);
    this.#cast = selectShownPeople(scene, this.#cast, rules);
    this.#aimed = this.#plans(scene, this.#cast);
    this.#motion.aim(this.#aimed, t);
    const placed = this.#motion.at(t, this.#size);
    this.#update(scene, placed, t);
    this.#paint(placed);
    this.#t = t;
    return this.#picture.data;
  }

  wanted(scene: Scene, sending: Sending): WantedVideo[] {
    this.#sending = sending;
    const rules = this.#rules(this.#t);
    const soon: SelectionRules = {
      ...rules,
      hasCamera: ({ participantId }) => sending.cameras.has(participantId),
      hasScreen: ({ participantId }) => sending.screens.has(participantId),
    };
    const found = new Map<string, WantedVideo>();
    for (const cast of [
      selectShownPeople(scene, this.#cast, rules),
      selectShownPeople(scene, this.#cast, soon),
    ]) {
      for (const { key, participantId, source, rect } of this.#plans(scene, cast)) {
        const isSent = (source === 'screen' ? sending.screens : sending.cameras).has(participantId);
        if (!isSent) continue;
        const { width = 0, height = 0 } = found.get(key) ?? {};
        found.set(key, {
          participantId,
          source,
          width: Math.max(width, rect.width),
          height: Math.max(height, rect.height),
        });
      }
    }
    return [...found.values()];
  }

  resize({ width, height }: Size): void {
    this.#size = { width, height };
    this.#picture = new I420(this.#size);
    this.#motion.forget();
    this.#placed = undefined;
  }

  close(): void {
    this.#painter.close();
    this.#tiles.clear();
    this.#motion.forget();
  }

  #rules(t: number): SelectionRules {
    return {
      t,
      layout: this.#layout,
      hasCamera: ({ participantId, camera }) => isUsable(camera) || this.#sending.cameras.has(participantId),
      hasScreen: (person) => this.#screenOf(person) !== undefined,
    };
  }

  /** The newest usable screen picture: while the media server sends fill frames, the last one stays. */
  #screenOf({ participantId, screen }: ScenePerson): VideoPicture | undefined {
    if (screen === undefined || isUsable(screen)) return screen;
    return this.#tiles.get(`screen:${participantId}`)?.frame;
  }

  #plans(scene: Scene, { seated, screenId, isSlideShown, layout }: ShownPeople): TilePlan[] {
    const slide = isSlideShown ? scene.stage?.slide : undefined;
    if (slide) {
      const screen = { participantId: slideId, shape: shapeOf(slide) };
      return arrangeTiles({ size: this.#size, layout, seated, screen });
    }
    const sharer = scene.people.find(({ participantId }) => participantId === screenId);
    const frame = sharer && this.#screenOf(sharer);
    const screen = sharer && {
      participantId: sharer.participantId,
      shape: frame ? shapeOf(frame) : wide,
    };
    return arrangeTiles({ size: this.#size, layout, seated, screen });
  }

  /** Takes the newest frames. A person who left keeps the last one while the tile shrinks. */
  #update(scene: Scene, placed: readonly TilePlan[], t: number): void {
    const people = new Map(scene.people.map((person) => [person.participantId, person]));
    if (scene.stage?.slide) people.set(slideId, { ...nobody, screen: scene.stage.slide });
    const keys = new Set(placed.map(({ key }) => key));
    for (const key of this.#tiles.keys()) if (!keys.has(key)) this.#tiles.delete(key);
    for (const { key, participantId, source } of placed) {
      const before = this.#tiles.get(key);
      const person = people.get(participantId);
      if (!person) continue;
      const newest = source === 'screen' ? person.screen : person.camera;
      const isFilling = newest !== undefined && !isUsable(newest);
      const frame = isFilling || (source === 'screen' && !newest) ? before?.frame : newest;
      const speaks = person.isSpeaking && !person.isMuted;
      const passed = t - this.#t;
      const level = Math.min(
        1,
        Math.max(0, (before?.level ?? 0) + (speaks ? passed / glowing.in : -passed / glowing.out)),
      );
      const drawnAs = before?.drawnAs ?? '';
      this.#tiles.set(key, { person, frame, level, glow: Math.round(level * 16) * 16, drawnAs });
    }
  }

  #paint(placed: readonly TilePlan[]): void {
    const isWhole = this.#placed === undefined || !sameLayout(this.#placed, placed);
    if (isWhole) this.#painter.clear(this.#picture);
    if (isWhole && placed.length === 0) this.#painter.empty(this.#picture);
    for (const plan of placed) {
      const tile = this.#tiles.get(plan.key);
      if (!tile) continue;
      const look = lookOf(tile);
      if (!isWhole && look === tile.drawnAs) continue;
      this.#painter.paint(this.#picture, plan, { ...tile, isOver: isWhole });
      tile.drawnAs = look;
    }
    this.#placed = placed;
  }
}

/**
 * A picture of the call: `width` by `height` pixels, both even, I420 in BT.601 limited range. It draws only what
 * changed since the last call.
 */
export function createPicture(options: Size & { layout: Layout }): Picture {
  return new DrawnPicture(options);
}
