import { readStored, removeStored, writeStored } from '../../../kit/storage.ts';
import { createStore, type Store } from '../../../kit/store.ts';

/**
 * The picture that a person chose as their background. It stays in this browser: the server never gets it
 * (docs/decisions/0109).
 */
const key = 'lectern.background-picture';

/** Larger files take long to decode, and no background needs them. */
export const mostBytes = 10_000_000;
/** The size in which it is kept, which the camera's picture has at most. */
const size = { width: 1280, height: 720 };
/** A storage holds about five million characters for the whole site. */
const mostCharacters = 1_500_000;

const prefix = 'data:image/jpeg;base64,';

const urlOf = (text: string): string | undefined => {
  if (!text.startsWith(prefix)) return undefined;
  const bytes = Uint8Array.from(atob(text.slice(prefix.length)), (sign) => sign.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
};

const url = createStore<string | undefined>(urlOf(readStored(key) ?? ''));

/** The address of the picture in this page; undefined: none was chosen. */
export const ownPicture: Store<string | undefined> = url;

/** The part of a picture that fills the size, from its middle. */
export function cropOf({ width, height }: { width: number; height: number }): {
  x: number;
  y: number;
  width: number;
  height: number;
} {
  const scale = Math.min(width / size.width, height / size.height);
  const part = { width: size.width * scale, height: size.height * scale };
  return { x: (width - part.width) / 2, y: (height - part.height) / 2, ...part };
}

async function drawn(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const { x, y, width, height } = cropOf(picture);
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, size.width, size.height);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
}

async function textOf(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let signs = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    signs += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return prefix + btoa(signs);
}

/**
 * Lets the person choose a picture in place of the one before. Resolves to `size` for a file that is too large, `kind`
 * for one that is no picture, and undefined if they choose none.
 */
export async function chooseOwnPicture(): Promise<'chosen' | 'size' | 'kind' | undefined> {
  const file = await pickFile();
  if (!file) return undefined;
  if (file.size > mostBytes) return 'size';
  try {
    const blob = await drawn(file);
    const text = await textOf(blob);
    // Without space it is kept until the page is closed.
    if (text.length <= mostCharacters) writeStored(key, text);
    else removeStored(key);
    url.set(URL.createObjectURL(blob));
    return 'chosen';
  } catch {
    return 'kind';
  }
}

function pickFile(): Promise<File | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}
