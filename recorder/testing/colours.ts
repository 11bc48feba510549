/** Colours as a recording has them: BT.601, limited range, as WebRTC and H.264 of a small size encode them. */
export interface Colour {
  y: number;
  u: number;
  v: number;
}

const fromRgb = (red: number, green: number, blue: number): Colour => ({
  y: Math.round(16 + 0.257 * red + 0.504 * green + 0.098 * blue),
  u: Math.round(128 - 0.148 * red - 0.291 * green + 0.439 * blue),
  v: Math.round(128 + 0.439 * red - 0.368 * green - 0.071 * blue),
});

/** Clearly different from each other and from the greys of a placeholder and its background. */
export const colours = {
  red: fromRgb(220, 20, 20),
  green: fromRgb(20, 180, 40),
  blue: fromRgb(30, 40, 230),
  yellow: fromRgb(230, 220, 20),
  magenta: fromRgb(220, 30, 220),
  cyan: fromRgb(20, 210, 220),
  orange: fromRgb(255, 130, 0),
  white: fromRgb(255, 255, 255),
  black: fromRgb(0, 0, 0),
};

export type ColourName = keyof typeof colours;

/** Largest difference of a component. */
export const distance = (a: Colour, b: Colour): number =>
  Math.max(Math.abs(a.y - b.y), Math.abs(a.u - b.u), Math.abs(a.v - b.v));
