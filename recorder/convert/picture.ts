import { readFile } from 'node:fs/promises';
import { loadImage } from '@napi-rs/canvas';
import { blankPicture, type Drawing, fittedSize, writePage } from './page-files.ts';
import { pictureSize } from './picture-size.ts';
import { Unconvertible } from './unconvertible.ts';

/** Makes a page of a picture. @returns 1 */
export async function drawPicture(path: string, drawing: Drawing): Promise<number> {
  const { job, report } = drawing;
  const bytes = await readFile(path);
  const stated = pictureSize(bytes);
  if (!stated) throw new Unconvertible('unreadable', 'the picture states no size');
  // Before it is decoded: a small file may state a picture that needs all memory.
  if (stated.width * stated.height > job.mostPixels)
    throw new Unconvertible('page_too_large', `${stated.width} by ${stated.height} pixels`);
  const image = await loadImage(bytes).catch((error: unknown) => {
    throw new Unconvertible('unreadable', String(error));
  });
  if (!(image.width > 0 && image.height > 0)) throw new Unconvertible('unreadable', 'an empty picture');
  report({ total: 1 });
  const { width, height } = fittedSize(image, { longer: job.sizes.large, most: 1 });
  const { canvas, context } = blankPicture(width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  await writePage(drawing, { number: 1, picture: canvas, text: '' });
  return 1;
}
