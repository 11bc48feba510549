import { useMemo } from 'react';
import { encode } from 'uqr';
import css from './qr-code.module.css';

/** The dark squares as one path, a rectangle for each run of a row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      runs.push(`M${from} ${y}h${x + 1 - from}v1H${from}z`);
    }
  }
  return runs.join('');
}

type Props = { value: string; label: string };

/** An address as a QR code, dark on light in both themes: many cameras read nothing else. */
export function QrCode({ value, label }: Props) {
  const { size, path } = useMemo(() => {
    const code = encode(value, { ecc: 'M', border: 4 });
    return { size: code.size, path: pathOf(code.data) };
  }, [value]);
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
