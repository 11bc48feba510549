import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FormulaNode, formulaTree } from './formula-tree.ts';

/** The elements with their texts, and the attributes in brackets. */
function look(node: FormulaNode | undefined): string {
  if (typeof node !== 'object') return node ?? 'as typed';
  const attributes = Object.entries({ ...node.attributes, ...node.style });
  const shown = attributes.length > 0 ? `[${attributes.map(([name, value]) => `${name}=${value}`)}]` : '';
  return `${node.name}${shown}(${node.children.map(look).join(' ')})`;
}

const read = (source: string): string => look(formulaTree(source, false));

/** As often as it fits into a formula. */
const filled = (part: string): string => part.repeat(Math.floor(990 / part.length));

function nested(before: string, after: string, times = Number.POSITIVE_INFINITY): string {
  const count = Math.min(times, Math.floor(990 / (before.length + after.length)));
  return `${before.repeat(count)}x${after.repeat(count)}`;
}

test('a formula becomes elements of MathML, with the characters of the alphabet that it names', () => {
  assert.equal(read('x^2'), 'math(msup(mi(x) mn(2)))');
  assert.equal(read(String.raw`\frac{1}{\sqrt 2}`), 'math(mfrac(mn(1) msqrt(mn(2))))');
  assert.equal(read(String.raw`\mathbb R`), 'math(mi(ℝ))');
  assert.equal(read(String.raw`\text{рост}`), 'math(mtext(рост))');
  assert.equal(look(formulaTree('x', true)), 'math[display=block](mi(x))');
  assert.match(read(String.raw`\begin{cases}1&x\\2&y\end{cases}`), /mtable\(mtr\(mtd\[className=tml-left/);
  assert.match(read(String.raw`\cancel x`), /menclose\[notation=updiagonalstrike\]/);
});

test('what is no TeX, or names a command that is not allowed, stands as it was typed', () => {
  for (const source of [
    String.raw`\unknown`,
    '{',
    '}',
    'x^',
    'x_1_2',
    String.raw`\left(`,
    String.raw`\begin{matrix}`,
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\url{https://example.org}`,
    String.raw`\includegraphics{https://example.org/x.png}`,
    String.raw`\class{x}{y}\id{x}{y}\style{position:fixed}{y}`,
    String.raw`\class{x}{y}`,
    String.raw`\id{root}{y}`,
    String.raw`\style{position:fixed}{y}`,
    String.raw`\data{a=b}{y}`,
    String.raw`\htmlData{a=b}{y}`,
    String.raw`\ref{x}`,
    String.raw`\longdiv{3}`,
    String.raw`\texttip{a}{b}`,
    String.raw`\constructor`,
    '\u0000',
    '\ud800',
  ])
    assert.equal(read(source), 'as typed', source);
});

test('a formula defines nothing, neither for itself nor for others', () => {
  for (const source of [
    String.raw`\def\a{x}\a`,
    String.raw`\gdef\a{x}\a`,
    String.raw`\global\def\a{x}`,
    String.raw`\let\a=x\a`,
    String.raw`\newcommand{\a}{x}\a`,
    String.raw`\renewcommand{\frac}[2]{x}`,
    String.raw`\expandafter\def\expandafter\a{x}\a`,
    String.raw`\noexpand\def\a{x}\a`,
    String.raw`\def\a#1{#1#1#1#1#1#1#1#1}\a{\a{\a{\a{\a{\a{\a{\a{\a{x}}}}}}}}}`,
  ])
    assert.equal(read(source), 'as typed', source);
  assert.equal(read(String.raw`\a`), 'as typed');
  assert.equal(read(String.raw`\frac 12`), 'math(mfrac(mn(1) mn(2)))');
});

test('markup in a formula is text, and colours, names and styles of its own are left out', () => {
  assert.equal(
    read(String.raw`\text{<img src=x onerror=alert(1)>}`),
    'math(mtext(<img src=x onerror=alert(1)>))'.replaceAll(' ', '\u00a0'),
  );
  for (const source of [
    String.raw`\color{red}x`,
    String.raw`\textcolor{#ffffff}{x}`,
    String.raw`\colorbox{white}{x}`,
    String.raw`\fcolorbox{white}{black}{x}`,
    String.raw`\label{root}x`,
    String.raw`\Huge x`,
  ])
    assert.doesNotMatch(read(source), /red|white|black|#|id=|label|mathsize|style=/, source);
});

test('no part is larger than a few lines', () => {
  for (const source of [
    String.raw`\rule{9999em}{9999em}`,
    String.raw`\kern9999em`,
    String.raw`\hspace{9999cm}`,
    String.raw`\raisebox{9999em}{x}`,
    String.raw`\\[9999em]`,
    String.raw`\begin{array}{c}x\\[9999em]y\end{array}`,
  ])
    assert.doesNotMatch(read(source), /\d{4}/, source);
});

test('what is too long, too deep or too much stands as it was typed', () => {
  assert.equal(read('x'.repeat(1_001)), 'as typed');
  assert.equal(read(filled("'")), 'as typed');
  assert.equal(read(nested(String.raw`\sqrt{`, '}')), 'as typed');
  assert.notEqual(read(nested(String.raw`\sqrt{`, '}', 20)), 'as typed');
  assert.notEqual(read('x'.repeat(700)), 'as typed');
});

test('no formula takes long', () => {
  const commands = String.raw`\sqrt \frac{1} \binom{1} \overset{a} \underbrace \operatorname* \mathrm \pmb \cancel \text
    \mathchoice{x}{x}{x} \pmod \Set \Braket \not \xrightarrow \substack \prescript{a}{b} \hat \phantom \boxed \ce \mathop
    \stackrel{a} \overline \boldsymbol \mathbb \bra \ket \set`;
  const hostile = [
    ...commands.split(/\s+/).flatMap((one) => [nested(`${one}{`, '}'), filled(`${one}x`), filled(one)]),
    ...[
      '{',
      '}',
      "'",
      '^',
      '_',
      '&',
      '\\\\',
      '\\',
      '%',
      '#1',
      '~',
      '√',
      'x²',
      'x\u0301',
      '😀',
      'ع',
      '\\dots',
      '\\iff ',
    ].map(filled),
    nested(String.raw`\left(`, String.raw`\right)`),
    nested(String.raw`\begin{matrix}`, String.raw`\end{matrix}`),
    nested('x^{', '}'),
    nested(String.raw`{a\over `, '}'),
    nested(String.raw`\text{$`, '$}'),
    nested(String.raw`\ce{A^`, '}'),
    String.raw`\begin{array}{*{99}{*{99}{*{99}c}}}x\end{array}`,
    String.raw`\begin{matrix}${'&'.repeat(950)}\end{matrix}`,
  ];
  for (const source of hostile) {
    const began = performance.now();
    read(source);
    const took = performance.now() - began;
    // The longest takes 40 ms.
    assert.ok(took < 1_000, `${took} ms: ${source.slice(0, 60)}`);
  }
});
