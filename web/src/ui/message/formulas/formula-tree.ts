import temml, { type Node, type Options } from 'temml';

/** An element of MathML, or a text. */
export type FormulaNode = string | FormulaElement;

export type FormulaElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  style: Readonly<Record<string, string>>;
  children: readonly FormulaNode[];
};

/** Limits of one formula, far beyond those of a lesson. Layout takes the longer the deeper elements are nested. */
const most = { characters: 1_000, nodes: 1_500, depth: 30 };

const refuse = (): never => {
  throw new Error('a formula of a message defines nothing');
};

/** A definition that contains its argument many times would make a short formula endless. */
const definitions = String.raw`\def \gdef \edef \xdef \let \futurelet \global \long \newcommand \renewcommand
  \providecommand \DeclareMathOperator`;

const optionsFor = (isDisplay: boolean): Options => ({
  displayMode: isDisplay,
  macros: Object.fromEntries(definitions.split(/\s+/).map((name) => [name, refuse])),
  maxExpand: 100,
  maxSize: [10, 100],
  // An unknown command refuses the formula, which then stands as it was typed.
  throwOnError: true,
  trust: false,
});

const elements = new Set(
  (
    'math mrow mi mo mn mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts ' +
    'mprescripts none mtable mtr mtd mpadded mphantom mstyle menclose'
  ).split(' '),
);

const word = /^[a-z]{1,12}$/;
const length = /^[+-]?\d{0,3}(?:\.\d{1,6})?(?:em|ex|px|pt|cm|mm)?$/;
const lengths = 'depth height linethickness lspace maxsize minsize rspace voffset width';
const words =
  'accent accentunder displaystyle fence form largeop mathvariant movablelimits separator stretchy symmetric';

/** Colours are left out: a text would be invisible on one of the two themes. */
const attributes: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(lengths.split(' ').map((name) => [name, length])),
  ...Object.fromEntries(words.split(' ').map((name) => [name, word])),
  notation:
    /^(?:top|bottom|box|(?:up|down)diagonalstrike|updiagonalstrike downdiagonalstrike|horizontalstrike)$/,
  scriptlevel: /^[+-]?[0-3]$/,
};

const line = /^\d(?:\.\d{1,4})?(?:em|px|pt) (?:solid|dashed)$/;
const styles: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(['padding', 'paddingTop', 'paddingBottom'].map((name) => [name, length])),
  ...Object.fromEntries(['paddingLeft', 'paddingRight'].map((name) => [name, length])),
  ...Object.fromEntries(['border', 'borderTop', 'borderBottom'].map((name) => [name, line])),
  ...Object.fromEntries(['borderLeft', 'borderRight'].map((name) => [name, line])),
};

/** The classes that formula.module.css knows. */
const looks =
  /^(?:tml-(?:left|right|jot|small|overline|underline|fbox|cancel|xcancel)|(?:up|down)strike|sout)$/;

function allowed(from: Record<string, unknown> = {}, rules: Readonly<Record<string, RegExp>>) {
  const kept: Record<string, string> = {};
  for (const [name, given] of Object.entries(from)) {
    const value = String(given).trim();
    if (Object.hasOwn(rules, name) && rules[name]?.test(value)) kept[name] = value;
  }
  return kept;
}

function elementOf(node: Node, name: string, children: FormulaNode[]): FormulaElement {
  if (!elements.has(name)) throw new Error(`a formula of a message has no ${name}`);
  // Without its notation the content would have another meaning.
  const notation = String(node.attributes?.notation);
  if (name === 'menclose' && !attributes.notation?.test(notation)) throw new Error(`no notation ${notation}`);
  const look = (node.classes ?? []).filter((one) => looks.test(one)).join(' ');
  // The library draws a bar as a background.
  const isBar = name === 'mspace' && node.attributes?.mathbackground !== undefined;
  return {
    name,
    attributes: {
      ...allowed(node.attributes, attributes),
      ...((look || isBar) && { className: isBar ? 'tml-bar' : look }),
    },
    style: allowed(node.style, styles),
    children,
  };
}

/**
 * A formula in TeX as elements of MathML: those, and those attributes, that are listed above; undefined if it is too
 * long, too deep or no TeX. No string of it is read as markup (docs/decisions/0196).
 */
export function formulaTree(source: string, isDisplay: boolean): FormulaElement | undefined {
  let nodes = 0;
  const copy = (node: Node, depth: number): FormulaNode[] => {
    nodes += 1;
    if (nodes > most.nodes || depth > most.depth) throw new Error('the formula is too large');
    if (node.text !== undefined) return [node.text];
    const children = (node.children ?? []).flatMap((child) => copy(child, depth + 1));
    // A fragment has no name.
    return node.type === undefined ? children : [elementOf(node, node.type, children)];
  };
  if (source.length > most.characters) return undefined;
  try {
    const [found] = copy(temml.__renderToMathMLTree(source, optionsFor(isDisplay)), 0);
    if (typeof found !== 'object' || found.name !== 'math') return undefined;
    return { ...found, attributes: isDisplay ? { display: 'block' } : {} };
  } catch {
    return undefined;
  }
}
