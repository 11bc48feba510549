/** Licences that ask for no more than a notice, a copy of their text, or the source of their own changed files. */
export const ALLOWED = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'ISC',
    'MIT',
    'MIT-0',
    'MPL-2.0',
  ],
  ...[
    'OFL-1.1',
    'OpenSSL',
    'PostgreSQL',
    'Unicode-DFS-2016',
    'Unlicense',
    'Zlib',
    'LicenseRef-public-domain',
  ],
]);

/** Licences outside the list that are accepted for one package each. */
export const ACCEPTED = new Map([['node-av', new Set(['GPL-3.0-or-later', 'FDK-AAC'])]]);

const split = (text, operator) => {
  const parts = [];
  let depth = 0;
  let part = '';
  for (const word of text.replaceAll(/[()]/g, ' $& ').split(/\s+/)) {
    if (word === '(') depth++;
    if (word === ')') depth--;
    if (depth === 0 && word === operator) {
      parts.push(part.trim());
      part = '';
    } else part += ` ${word}`;
  }
  return [...parts, part.trim()];
};

/** Whether an SPDX expression such as `(MIT OR GPL-2.0-only) AND ISC` can be fulfilled by the allowed licences. */
export function isAllowed(expression, allows = (id) => ALLOWED.has(id)) {
  const text = (expression ?? '').trim();
  const inner = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text;
  for (const [operator, combine] of [
    ['OR', 'some'],
    ['AND', 'every'],
  ]) {
    const parts = split(text, operator);
    if (parts.length > 1) return parts[combine]((part) => isAllowed(part, allows));
  }
  return inner === text ? allows(text) : isAllowed(inner, allows);
}
