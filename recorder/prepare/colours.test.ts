import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  AV_LOG_QUIET,
  AVCOL_PRI_BT709,
  AVCOL_PRI_BT2020,
  AVCOL_PRI_SMPTE170M,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_BT709,
  AVCOL_TRC_SMPTE170M,
  AVCOL_TRC_SMPTE2084,
  Log,
} from 'node-av';
import type { MadeMedia } from '../testing/made-media.ts';
import { near } from '../testing/near.ts';
import { Preparations, shownPictures } from '../testing/preparations.ts';

// Patches of known light: the expected values follow from the formulas of SMPTE ST 2084 and ITU-R BT.2100.
Log.setLevel(AV_LOG_QUIET);
const preparations = new Preparations();
after(() => preparations.remove());

type Triple = [number, number, number];
type Pictures = NonNullable<MadeMedia['pictures']>;

/** @returns Y, Cb and Cr of the prepared patch, in 8 bits of limited range and BT.709 */
async function shownAs(pictures: Omit<Pictures, 'encoder'>): Promise<Triple> {
  const x264 = { encoder: 'libx264', options: { preset: 'ultrafast', crf: '1' } };
  const { folder, result } = await preparations.made({
    ...{ seconds: 0.2, format: 'mp4' },
    pictures: { ...x264, ...pictures },
  });
  assert.equal(result.isCopied, false);
  for (const { at } of shownPictures(folder, result)) return [at(0.5, 0.5), at(0.5, 0.5, 1), at(0.5, 0.5, 2)];
  throw new Error('no picture');
}

const nearPatch = (shown: Triple, wanted: Triple): void =>
  assert.ok(
    shown.every((value, n) => Math.abs(value - (wanted[n] ?? 0)) <= 3),
    `${shown} instead of ${wanted}`,
  );

/** The signal of PQ, from 0 to 1, for a luminance in cd/m² (ST 2084). */
function pqOf(luminance: number): number {
  const y = (luminance / 10_000) ** (2610 / 16_384);
  const [c1, c2, c3] = [3424 / 4096, (2413 / 4096) * 32, (2392 / 4096) * 32];
  return ((c1 + c2 * y) / (1 + c3 * y)) ** ((2523 / 4096) * 128);
}

/** The signal of HLG for a luminance of grey on a screen of 1000 cd/m² (BT.2100). */
function hlgOf(luminance: number): number {
  const scene = (luminance / 1000) ** (1 / 1.2);
  const [a, b, c] = [0.178_832_77, 0.284_668_92, 0.559_910_73];
  return scene <= 1 / 12 ? Math.sqrt(3 * scene) : a * Math.log(12 * scene - b) + c;
}

const inTen = (signal: number): number => Math.round(64 + 876 * signal);
/** A screen of SDR shows so much of its white (BT.1886). */
const lightOf = (luma: number): number => ((luma - 16) / 219) ** 2.4;

const hdr = {
  colorPrimaries: AVCOL_PRI_BT2020,
  colorSpace: AVCOL_SPC_BT2020_NCL,
  colorRange: AVCOL_RANGE_MPEG,
};
const curves = {
  PQ: { signal: pqOf, colorTrc: AVCOL_TRC_SMPTE2084 },
  HLG: { signal: hlgOf, colorTrc: AVCOL_TRC_ARIB_STD_B67 },
};
for (const [name, { signal, colorTrc }] of Object.entries(curves)) {
  test(`${name} becomes SDR: shadows stay, white paper is bright, the brightest light is white`, async () => {
    const shares: Record<number, number> = { 20: 20 / 203, 203: 0.68, 1000: 1 };
    for (const [luminance, share] of Object.entries(shares)) {
      const [luma, ...chroma] = await shownAs({
        pixels: 'yuv420p10',
        patch: [inTen(signal(Number(luminance))), 512, 512],
        colours: { ...hdr, colorTrc },
      });
      near(lightOf(luma), share, 0.03);
      nearPatch([luma, ...chroma], [luma, 128, 128]);
    }
  });
}

/** Y, Cb and Cr of a colour in 8 bits of limited range. */
function inYuv([r, g, b]: Triple, [kr, kb]: [number, number]): Triple {
  const y = kr * r + (1 - kr - kb) * g + kb * b;
  const at = (difference: number, k: number) => Math.round(128 + (112 * difference) / (1 - k));
  return [Math.round(16 + 219 * y), at(b - y, kb), at(r - y, kr)];
}

const weights = {
  601: [0.299, 0.114],
  709: [0.2126, 0.0722],
  2020: [0.2627, 0.0593],
} as const satisfies Record<number, [number, number]>;
const red: Triple = [0.8, 0.2, 0.2];

test('SDR of other colours becomes BT.709', async () => {
  const other = { pixels: 'yuv422p' } as const;
  const pal = {
    colorPrimaries: AVCOL_PRI_SMPTE170M,
    colorTrc: AVCOL_TRC_SMPTE170M,
    colorRange: AVCOL_RANGE_MPEG,
  };
  const tagged = { ...pal, colorSpace: AVCOL_SPC_SMPTE170M };
  nearPatch(
    await shownAs({ ...other, patch: inYuv(red, weights[601]), colours: tagged }),
    inYuv(red, weights[709]),
  );
  const untagged = { ...pal, colorPrimaries: AVCOL_PRI_UNSPECIFIED, colorSpace: AVCOL_SPC_UNSPECIFIED };
  nearPatch(
    await shownAs({ ...other, patch: inYuv(red, weights[601]), colours: untagged }),
    inYuv(red, weights[709]),
  );
  const full = { colorPrimaries: AVCOL_PRI_BT709, colorTrc: AVCOL_TRC_BT709, colorSpace: AVCOL_SPC_BT709 };
  const patch: Triple = [255, 128, 128];
  nearPatch(
    await shownAs({ ...other, patch, colours: { ...full, colorRange: AVCOL_RANGE_JPEG } }),
    [235, 128, 128],
  );
});

test('colours beyond BT.709 keep their hue, and grey stays grey', async () => {
  const wide = { ...hdr, colorTrc: AVCOL_TRC_BT709 };
  nearPatch(await shownAs({ pixels: 'yuv420p10', patch: [502, 512, 512], colours: wide }), [126, 128, 128]);
  // The same red in both: linear light by BT.1886, and the primaries by the matrix of ITU-R BT.2087.
  const light = red.map((value) => value ** 2.4) as Triple;
  const to2020 = [
    [0.6274, 0.3293, 0.0433],
    [0.0691, 0.9195, 0.0114],
    [0.0164, 0.088, 0.8956],
  ].map((row) => row.reduce((sum, factor, n) => sum + factor * (light[n] ?? 0), 0) ** (1 / 2.4)) as Triple;
  const patch = inYuv(to2020, weights[2020]).map((value) => value * 4) as Triple;
  nearPatch(await shownAs({ pixels: 'yuv420p10', patch, colours: wide }), inYuv(red, weights[709]));
});
