import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Canvas } from '@napi-rs/canvas';
import {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { blankPicture, type Drawing, fittedSize, writePage } from './page-files.ts';
import { Unconvertible } from './unconvertible.ts';

const files = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
// Its worker runs in this thread.
GlobalWorkerOptions.workerSrc = './pdf.worker.min.mjs';

/** Opens a PDF. Nothing in it runs, and nothing is loaded but the fonts and tables of the library. @throws Unconvertible */
async function openPdf(path: string, mostPixels: number): Promise<PDFDocumentProxy> {
  const task = getDocument({
    ...{ data: new Uint8Array(await readFile(path)), verbosity: VerbosityLevel.ERRORS },
    ...{ isEvalSupported: false, enableXfa: false, useSystemFonts: false, disableFontFace: true },
    ...{ maxImageSize: mostPixels, stopAtErrors: false, useWorkerFetch: false },
    ...{ cMapUrl: `${files}/cmaps/`, cMapPacked: true, standardFontDataUrl: `${files}/standard_fonts/` },
    ...{ wasmUrl: `${files}/wasm/`, iccUrl: `${files}/iccs/` },
  });
  try {
    return await task.promise;
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'PasswordException') throw new Unconvertible('password_protected', message);
    throw new Unconvertible('unreadable', `${name}: ${message}`);
  }
}

async function drawPage(page: PDFPageProxy, longer: number): Promise<Canvas> {
  const natural = page.getViewport({ scale: 1 });
  if (!(natural.width > 0 && natural.height > 0)) throw new Error('the page has no size');
  const { width, height, scale } = fittedSize(natural, { longer });
  const { canvas, context } = blankPicture(width, height);
  await page.render({
    canvas: null,
    canvasContext: context as unknown as CanvasRenderingContext2D,
    viewport: page.getViewport({ scale }),
    annotationMode: AnnotationMode.ENABLE,
  }).promise;
  return canvas;
}

/** The text in the order of the content, in its lines. */
async function textOf(page: PDFPageProxy, longest: number): Promise<string> {
  let text = '';
  for (const item of (await page.getTextContent()).items) {
    if (!('str' in item)) continue;
    text += item.hasEOL ? `${item.str}\n` : item.str;
    if (text.length > 2 * longest) break;
  }
  return text;
}

/** A page that cannot be drawn is white, as in readers of PDF. */
async function pageOf(pdf: PDFDocumentProxy, number: number, { job }: Drawing) {
  try {
    const page = await pdf.getPage(number);
    const picture = await drawPage(page, job.sizes.large);
    const text = await textOf(page, job.longestText).catch(() => '');
    page.cleanup();
    return { number, picture, text, isDrawn: true };
  } catch (error) {
    console.error(`page ${number}: ${String(error)}`);
    const { width, height } = fittedSize({ width: 16, height: 9 }, { longer: job.sizes.large });
    return { number, picture: blankPicture(width, height).canvas, text: '', isDrawn: false };
  }
}

/** Draws the pages of a PDF. The files of a page are written while the next one is drawn. @returns how many it has */
export async function drawPdf(path: string, drawing: Drawing): Promise<number> {
  const { job, report } = drawing;
  const pdf = await openPdf(path, job.mostPixels);
  const total = pdf.numPages;
  if (total > job.mostPages)
    throw new Unconvertible('too_many_pages', `it has ${total} pages, and ${job.mostPages} are allowed`);
  if (total < 1) throw new Unconvertible('unreadable', 'it has no pages');
  report({ total });
  let writing = Promise.resolve();
  let drawn = job.from > 1 ? 1 : 0;
  for (let number = job.from; number <= total; number += 1) {
    const page = await pageOf(pdf, number, drawing);
    await writing;
    if (page.isDrawn) drawn += 1;
    writing = writePage(drawing, page);
    writing.catch(() => undefined);
  }
  await writing;
  if (drawn === 0) throw new Unconvertible('unreadable', 'none of its pages could be drawn');
  return total;
}
