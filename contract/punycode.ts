// Browsers encode a domain by their URL parser, but decode none.

const [base, tMin, tMax, skew, damp] = [36, 1, 26, 38, 700];
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / points);
  let steps = 0;
  for (; rest > ((base - tMin) * tMax) / 2; steps += base) rest = Math.floor(rest / (base - tMin));
  return steps + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

/** Decodes a label of a domain without its `xn--` (RFC 3492, section 6.2); undefined for none. */
export function decodePunycode(text: string): string | undefined {
  const dash = text.lastIndexOf('-');
  const points = [...text.slice(0, Math.max(dash, 0))].map((letter) => letter.codePointAt(0) ?? 0);
  const digits = [...text.slice(dash + 1)].map((letter) => letters.indexOf(letter));
  let [code, place, bias] = [128, 0, 72];
  for (let at = 0; at < digits.length; ) {
    const before = place;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = digits[at++] ?? -1;
      if (digit < 0) return undefined;
      place += digit * weight;
      const threshold = Math.min(Math.max(k - bias, tMin), tMax);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    bias = adapt(place - before, points.length + 1, before === 0);
    code += Math.floor(place / (points.length + 1));
    place %= points.length + 1;
    if (code > 0x10ffff) return undefined;
    points.splice(place++, 0, code);
  }
  return String.fromCodePoint(...points);
}
