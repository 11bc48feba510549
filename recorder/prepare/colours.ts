import {
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_PRI_BT2020,
  AVCOL_PRI_SMPTE432,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_BT709,
  AVCOL_TRC_SMPTE2084,
  type CodecContext,
  type CodecParameters,
} from 'node-av';

/** FFmpeg's names of the transfer functions of HDR: PQ and HLG. */
const hdrTransfers: Record<number, string> = {
  [AVCOL_TRC_SMPTE2084]: 'smpte2084',
  [AVCOL_TRC_ARIB_STD_B67]: 'arib-std-b67',
};
/** Primaries of SDR that screens of BT.709 would show pale. */
const widePrimaries: Record<number, string> = {
  [AVCOL_PRI_BT2020]: 'bt2020',
  [AVCOL_PRI_SMPTE432]: 'smpte432',
};

/** Brightness of white paper in HDR, and of the brightest light that keeps its shape: cd/m², as in ITU-R BT.2408. */
export const hdrLight = { white: 203, peak: 1000 };

/** From this height on, an untagged picture is taken to be of BT.709, as in browsers. */
const leastHeightOfHd = 720;

/** Whether the pictures need another light or other primaries for a usual screen. */
export const isOfOtherLight = ({ colorTrc, colorPrimaries }: CodecParameters): boolean =>
  hdrTransfers[colorTrc] !== undefined || widePrimaries[colorPrimaries] !== undefined;

/**
 * A chain of filters that scales pictures and gives them the colours of usual screens: BT.709 of limited range. HDR is
 * displayed at 1000 cd/m², and mapped by the curve "mobius", which is straight in the shadows and bends to
 * the peak (docs/decisions/0131).
 */
export function coloursOf(
  codecpar: CodecParameters,
  { width, height }: { width: number; height: number },
): string {
  const { colorTrc, colorPrimaries, colorSpace } = codecpar;
  const transfer = hdrTransfers[colorTrc];
  const primaries = transfer ? 'bt2020' : widePrimaries[colorPrimaries];
  const space =
    primaries === 'bt2020' ? 'bt2020nc' : codecpar.height < leastHeightOfHd ? 'smpte170m' : 'bt709';
  const tagged = colorSpace === AVCOL_SPC_UNSPECIFIED ? `setparams=colorspace=${space},` : '';
  const scaled = `${tagged}scale=${width}:${height}:flags=bicubic:out_range=tv`;
  if (!primaries) return `${scaled}:out_color_matrix=bt709,format=yuv420p`;
  // One matrix and one depth, whatever the file says: zscale refuses tags that contradict each other.
  const wide = `${scaled}:out_color_matrix=bt2020,format=yuv420p10le,setparams=range=tv:colorspace=bt2020nc:color_primaries=${primaries}`;
  const usual = 'zscale=p=bt709:t=bt709:m=bt709:r=limited,format=yuv420p';
  if (!transfer) return `${wide}:color_trc=bt709,${usual}`;
  const { white, peak } = hdrLight;
  return (
    `${wide}:color_trc=${transfer},zscale=t=linear:p=bt709:npl=${white},format=gbrpf32le,` +
    `tonemap=mobius:desat=0:peak=${peak / white},${usual}`
  );
}

/** Says in the encoded pictures that they have the colours of `coloursOf`. */
export function tagColours(encoder: CodecContext): void {
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.colorRange = AVCOL_RANGE_MPEG;
  encoder.colorSpace = AVCOL_SPC_BT709;
  encoder.colorPrimaries = AVCOL_PRI_BT709;
  encoder.colorTrc = AVCOL_TRC_BT709;
}
