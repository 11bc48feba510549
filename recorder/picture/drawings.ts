import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { initials } from '../../contract/avatars.ts';
import { familiesFor } from './fonts.ts';
import { drawable, shortenName, textDirectionOf } from './names.ts';
import { type Sprite, spriteOf } from './sprite.ts';

/** The colours of the call page's stage. */
export const stageColours = {
  ground: '#0c0d10',
  tile: '#1c1e24',
  shade: 'rgba(12, 13, 16, 0.68)',
  text: '#ffffff',
  muted: '#ffb4b0',
  speaking: '#8f95f8',
  quiet: '#5c5f6b',
} as const;

/** Height of a capital letter of Noto Sans, as a share of the font size. */
const capital = 0.714;
const hasCapitals = /[\p{Lu}\p{N}]/u;

const upToEven = (value: number): number => Math.max(2, Math.ceil(value / 2) * 2);

/** Shared by all drawings, because the memory of canvases is released late. */
let scratch = createCanvas(2, 2);

function draw(width: number, height: number, paint: (context: SKRSContext2D) => void): Sprite {
  const size = { width: upToEven(width), height: upToEven(height) };
  if (scratch.width < size.width || scratch.height < size.height) {
    scratch = createCanvas(Math.max(scratch.width, size.width), Math.max(scratch.height, size.height));
  }
  const context = scratch.getContext('2d');
  context.save();
  context.clearRect(0, 0, size.width, size.height);
  paint(context);
  context.restore();
  return spriteOf(context.getImageData(0, 0, size.width, size.height));
}

const measuring = createCanvas(2, 2).getContext('2d');

interface PlateWish {
  name: string;
  isMuted: boolean;
  /** Font size in pixels. */
  size: number;
  /** Maximum width in pixels. */
  width: number;
}

/** A crossed-out microphone in a square of `size`. */
function paintMuted(context: SKRSContext2D, at: { x: number; y: number; size: number }): void {
  const unit = at.size / 24;
  context.save();
  context.translate(at.x, at.y);
  context.scale(unit, unit);
  context.strokeStyle = stageColours.muted;
  context.lineWidth = 2.2;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.roundRect(9, 2.5, 6, 12, 3);
  context.moveTo(5, 11);
  context.bezierCurveTo(5, 20, 19, 20, 19, 11);
  context.moveTo(12, 18);
  context.lineTo(12, 21.5);
  context.moveTo(3, 3);
  context.lineTo(21, 21);
  context.stroke();
  context.restore();
}

/** The name on a soft shade, with the mark of a muted microphone; undefined if there is neither. */
export function plate({ name, isMuted, size, width }: PlateWish): Sprite | undefined {
  const text = drawable(name);
  if (text === '' && !isMuted) return undefined;
  const font = `600 ${size}px ${familiesFor(`${text}…`)}`;
  const [padX, padY] = [Math.round(size * 0.6), Math.round(size * 0.3)];
  const icon = isMuted ? Math.round(size * 1.15) : 0;
  const gap = isMuted && text !== '' ? Math.round(size * 0.35) : 0;
  measuring.font = font;
  measuring.direction = textDirectionOf(text);
  const room = width - 2 * padX - icon - gap;
  const shown = text === '' ? '' : shortenName(text, room, (part) => measuring.measureText(part).width);
  const textWidth = shown === '' ? 0 : Math.min(room, Math.ceil(measuring.measureText(shown).width));
  const whole = {
    width: upToEven(textWidth + icon + gap + 2 * padX),
    height: upToEven(size * 1.35 + 2 * padY),
  };
  return draw(whole.width, whole.height, (context) => {
    context.fillStyle = stageColours.shade;
    context.beginPath();
    context.roundRect(0, 0, whole.width, whole.height, size * 0.5);
    context.fill();
    context.clip();
    if (isMuted) paintMuted(context, { x: padX, y: (whole.height - icon) / 2, size: icon });
    context.font = font;
    context.direction = textDirectionOf(text);
    context.textAlign = 'left';
    context.textBaseline = 'alphabetic';
    context.fillStyle = stageColours.text;
    context.fillText(shown, padX + icon + gap, (whole.height + size * capital) / 2);
  });
}

function paintDisc(context: SKRSContext2D, { x, y, radius }: { x: number; y: number; radius: number }): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** The initials on the person's colour; an outline of a person where a name has none. */
export function avatar({ name, colour, size }: { name: string; colour: string; size: number }): Sprite {
  const letters = initials(drawable(name));
  return draw(size, size, (context) => {
    context.fillStyle = colour;
    paintDisc(context, { x: size / 2, y: size / 2, radius: size / 2 });
    if (letters === '') {
      paintPerson(context, size);
      return;
    }
    context.font = `600 ${size * 0.38}px ${familiesFor(letters)}`;
    context.fillStyle = stageColours.text;
    context.textAlign = 'center';
    const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(letters);
    // Centre by the height of capitals, so that no dot or accent moves the letters down.
    const middle = hasCapitals.test(letters) ? size * 0.38 * capital : above - below;
    context.fillText(letters, size / 2, size / 2 + middle / 2);
  });
}

/** Head and shoulders in the middle of a square. */
function paintPerson(context: SKRSContext2D, size: number): void {
  context.fillStyle = stageColours.text;
  paintDisc(context, { x: size / 2, y: size * 0.4, radius: size * 0.13 });
  context.beginPath();
  context.arc(size / 2, size * 0.78, size * 0.22, Math.PI, 2 * Math.PI);
  context.fill();
}

/** The card that is shown while nobody is in the room. */
export function emptyCard(size: number): Sprite {
  return draw(size, size, (context) => {
    context.fillStyle = stageColours.tile;
    paintDisc(context, { x: size / 2, y: size / 2, radius: size / 2 });
    context.globalAlpha = 0.35;
    paintPerson(context, size);
  });
}

export interface Corners {
  size: number;
  /** Top left, top right, bottom left, bottom right. */
  sprites: readonly [Sprite, Sprite, Sprite, Sprite];
}

/** Splits a square drawn by `paint` into its four corners of `size`. */
function cornersOf(size: number, paint: (context: SKRSContext2D, side: number) => void): Corners {
  const corner = (x: number, y: number): Sprite =>
    draw(size, size, (context) => {
      context.beginPath();
      context.rect(0, 0, size, size);
      context.clip();
      context.translate(-x, -y);
      paint(context, size * 2);
    });
  return { size, sprites: [corner(0, 0), corner(size, 0), corner(0, size), corner(size, size)] };
}

/** The background outside a tile's round corners. */
export function groundCorners(radius: number): Corners {
  return cornersOf(upToEven(radius), (context, side) => {
    context.fillStyle = stageColours.ground;
    context.fillRect(0, 0, side, side);
    context.globalCompositeOperation = 'destination-out';
    context.beginPath();
    context.roundRect(0, 0, side, side, radius);
    context.fill();
  });
}

/** The corners of the frame around a speaking person; its sides are `width` wide. */
export function frameCorners(radius: number, width: number): Corners {
  return cornersOf(upToEven(Math.max(radius, width)), (context, side) => {
    context.strokeStyle = stageColours.speaking;
    context.lineWidth = width;
    context.beginPath();
    context.roundRect(width / 2, width / 2, side - width, side - width, Math.max(0, radius - width / 2));
    context.stroke();
  });
}
