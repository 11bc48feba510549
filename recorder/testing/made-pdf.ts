interface MadePage {
  /** Lines of text from the top, at 8 points if there are many. */
  lines?: string[];
  /** Points. */
  width?: number;
  height?: number;
}

interface MadePdf {
  pages: MadePage[];
  /** Entries of the catalog, such as an action at the opening. */
  catalog?: string;
  /** Entries of each page, such as its actions. */
  page?: string;
  /** Entries of the trailer. */
  trailer?: string;
  /** Further objects, which begin at number 4 + 2 * pages. */
  objects?: string[];
}

const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&');

function contentOf({ lines = [], width = 960, height = 540 }: MadePage, index: number): string {
  const size = lines.length > 20 ? 8 : 24;
  const drawn = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  // Shapes as a slide has them: a bar, and boxes of several colours.
  const boxes = Array.from(
    { length: 12 },
    (_, at) => `${(at % 5) / 5} ${((index + at) % 7) / 7} 0.6 rg ${40 + at * 70} 40 60 60 re f`,
  ).join('\n');
  return `0.1 0.2 0.5 rg 0 ${height - 50} ${width} 50 re f\n${boxes}\n0 0 0 rg BT /F1 ${size} Tf ${size * 1.3} TL 40 ${height - 80} Td\n${drawn}\nET`;
}

/** Writes a small PDF by hand: text in Helvetica, and shapes. */
export function makePdf({
  pages,
  catalog = '',
  page = '',
  trailer = '',
  objects = [],
}: MadePdf): Buffer<ArrayBuffer> {
  const pageNumber = (index: number): number => 4 + index * 2;
  const bodies = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((made, index) => {
      const { width = 960, height = 540 } = made;
      const content = contentOf(made, index);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${pageNumber(index) + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> ${page} >>`,
        `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
      ];
    }),
    ...objects,
  ];
  let text = '%PDF-1.7\n';
  const offsets = bodies.map((body, index) => {
    const at = Buffer.byteLength(text, 'latin1');
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = Buffer.byteLength(text, 'latin1');
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** A PDF whose pages have some lines each. */
export const pdfOfLesson = (count: number): Buffer<ArrayBuffer> =>
  makePdf({
    pages: Array.from({ length: count }, (_, index) => ({
      lines: [
        `Page ${index + 1} of the lesson`,
        'An equation is linear if its graph is a line.',
        'x + 2y = 5',
      ],
    })),
  });

/**
 * A PDF that says it is encrypted by a password that nobody has: its entries are well-formed, and no empty password fits.
 */
export const pdfWithPassword = (): Buffer<ArrayBuffer> => {
  const hex = (byte: string) => `<${byte.repeat(32)}>`;
  return makePdf({
    pages: [{ lines: ['secret'] }],
    trailer: `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O ${hex('a7')} /U ${hex('5b')} >> /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]`,
  });
};
