import type { Slide } from '../../models/slides/api.ts';

/** The longer side of the small picture, in pixels. */
const small = 1_280;

type Sources = { src: string; srcSet?: string; sizes?: string };

/** The sources of an image: the browser takes the one that fits its screen. */
export function sourcesOf({ smallUrl, largeUrl, width, height }: Slide): Sources {
  const smallWidth = Math.round(width * Math.min(1, small / Math.max(width, height)));
  if (smallWidth >= width) return { src: largeUrl };
  return { src: smallUrl, srcSet: `${smallUrl} ${smallWidth}w, ${largeUrl} ${width}w`, sizes: '75vw' };
}

const loading = new Map<string, Promise<void>>();

/** Loads the picture of a slide into the browser's cache. Resolves also if it failed: the page then tries itself. */
export function preloadSlide(slide: Slide): Promise<void> {
  const known = loading.get(slide.smallUrl);
  if (known) return known;
  const image = new Image();
  const { src, srcSet = '', sizes = '' } = sourcesOf(slide);
  Object.assign(image, { sizes, srcset: srcSet, src });
  const done = image.decode().catch(() => void loading.delete(slide.smallUrl));
  loading.set(slide.smallUrl, done);
  return done;
}
