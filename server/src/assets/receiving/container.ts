import type { AssetType } from '../../../../contract/operations/assets.ts';

/** How many bytes of the start of a file `containerOf` reads. */
export const sniffedBytes = 4096;

/** Fewer bytes show no container. */
export const leastSniffedBytes = 16;

/** Brands of files in the same container that hold pictures or only sound. */
const otherBrands =
  /^(heic|heix|heim|heis|hevc|hevx|heif|mif1|msf1|avif|avis|jp2 |jpx |crx |M4A |M4B |M4P |F4A |F4B )$/;

/** Atoms with which QuickTime files of before `ftyp` begin. */
const quickTimeAtoms = new Set(['moov', 'mdat', 'wide', 'pnot']);

function typeOfAtom(start: Buffer): AssetType | undefined {
  const atom = start.toString('latin1', 4, 8);
  if (quickTimeAtoms.has(atom)) return 'video/quicktime';
  if (atom !== 'ftyp') return undefined;
  const brand = start.toString('latin1', 8, 12);
  if (brand === 'qt  ') return 'video/quicktime';
  return otherBrands.test(brand) ? undefined : 'video/mp4';
}

const ebml = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const docType = Buffer.from([0x42, 0x82]);

/** The `DocType` element of the EBML header: its id, its length (one byte suffices) and its text. */
function typeOfEbml(start: Buffer): AssetType | undefined {
  const at = start.indexOf(docType, ebml.length);
  if (at < 0) return undefined;
  const length = (start[at + 2] ?? 0) & 0x7f;
  const name = start.toString('latin1', at + 3, at + 3 + length).replace(/\0+$/, '');
  if (name === 'webm') return 'video/webm';
  return name === 'matroska' ? 'video/x-matroska' : undefined;
}

/** The container of a file by its first bytes; undefined if it is none that we accept. */
export const containerOf = (start: Buffer): AssetType | undefined => {
  if (start.length < leastSniffedBytes) return undefined;
  return start.subarray(0, ebml.length).equals(ebml) ? typeOfEbml(start) : typeOfAtom(start);
};
