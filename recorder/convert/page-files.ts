import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { type ConvertJob, type ConvertReport, type PageFacts, pageFiles } from '../folder/convert-job.ts';

export interface Drawing {
  folder: string;
  job: ConvertJob;
  report: ConvertReport;
}

const webpQuality = 82;

/** The size of a picture whose longer side is this; small ones are not enlarged beyond `most` of their own. */
export function fittedSize(
  { width, height }: { width: number; height: number },
  { longer, most = Number.POSITIVE_INFINITY }: { longer: number; most?: number },
): { width: number; height: number; scale: number } {
  const scale = Math.min(longer / Math.max(width, height), most);
  const side = (length: number) => Math.min(longer, Math.max(1, Math.round(length * scale)));
  return { width: side(width), height: side(height), scale };
}

/** A white picture. */
export function blankPicture(width: number, height: number): { canvas: Canvas; context: SKRSContext2D } {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return { canvas, context };
}

function smallerOf(large: Canvas, longer: number): Canvas {
  if (Math.max(large.width, large.height) <= longer) return large;
  const { width, height } = fittedSize(large, { longer });
  const { canvas, context } = blankPicture(width, height);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.drawImage(large, 0, 0, width, height);
  return canvas;
}

/** Texts that a database can store. */
const cleaned = (text: string, longest: number): string =>
  [...text.toWellFormed().replaceAll('\0', '')].slice(0, longest).join('').trim();

/** Writes the files of a page, and reports it. Pictures are encoded on other threads. */
export async function writePage(
  { folder, job, report }: Drawing,
  { number, picture, text }: { number: number; picture: Canvas; text: string },
): Promise<void> {
  const files = pageFiles(number);
  const small = smallerOf(picture, job.sizes.small);
  const store = async (canvas: Canvas, name: string) =>
    writeFile(join(folder, name), await canvas.encode('webp', webpQuality));
  await Promise.all([store(picture, files.large), store(small, files.small)]);
  const facts: PageFacts = {
    ...{ width: picture.width, height: picture.height },
    text: cleaned(text, job.longestText),
  };
  await writeFile(join(folder, files.facts), JSON.stringify(facts));
  report({ page: number });
}
