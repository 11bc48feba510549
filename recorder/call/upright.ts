/** A picture in I420 with packed planes. Sides may be odd; the colour planes are then rounded up. */
export interface Frame {
  data: Uint8Array;
  width: number;
  height: number;
}

type Plane = { data: Uint8Array; stride: number; width: number; height: number };

/** Rotates a frame clockwise by quarters and makes its sides even by dropping the last line or column of odd ones. */
export const rotateUpright = (frame: Frame, quarters: number): Frame => {
  const isEven = frame.width % 2 === 0 && frame.height % 2 === 0;
  if (quarters === 0 && isEven) return frame;
  const [cutWidth, cutHeight] = [frame.width & ~1, frame.height & ~1];
  const isTurned = quarters % 2 === 1;
  const [width, height] = isTurned ? [cutHeight, cutWidth] : [cutWidth, cutHeight];
  const data = new Uint8Array((width * height * 3) / 2);
  let at = 0;
  for (const plane of planesOf(frame)) {
    turn(plane, quarters, data.subarray(at));
    at += plane.width * plane.height;
  }
  return { data, width, height };
};

const planesOf = ({ data, width, height }: Frame): Plane[] => {
  const [strideC, heightC] = [(width + 1) >> 1, (height + 1) >> 1];
  const luma = width * height;
  const colour = { stride: strideC, width: width >> 1, height: height >> 1 };
  return [
    { data, stride: width, width: width & ~1, height: height & ~1 },
    { data: data.subarray(luma), ...colour },
    { data: data.subarray(luma + strideC * heightC), ...colour },
  ];
};

const turn = ({ data, stride, width, height }: Plane, quarters: number, into: Uint8Array): void => {
  const outWidth = quarters % 2 === 1 ? height : width;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const sample = data[y * stride + x] ?? 0;
      if (quarters === 1) into[x * outWidth + (height - 1 - y)] = sample;
      else if (quarters === 2) into[(height - 1 - y) * outWidth + (width - 1 - x)] = sample;
      else if (quarters === 3) into[(width - 1 - x) * outWidth + y] = sample;
      else into[y * outWidth + x] = sample;
    }
  }
};
