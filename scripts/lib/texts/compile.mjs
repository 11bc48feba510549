import { TYPE } from '@formatjs/icu-messageformat-parser';
import { readMessage } from './messages.mjs';

const quote = (text) => JSON.stringify(text);
const inTemplate = (text) => text.replace(/[\\`]|\$(?=\{)/g, (sign) => `\\${sign}`);
const types = { number: 'number', value: 'string | number' };

/** Writes the forms of a plural or select as an object. */
function formsOf({ value: name, type, options }, format) {
  const count = type === TYPE.plural ? name : undefined;
  const forms = Object.entries(options).map(
    ([key, form]) => `${/^\w+$/.test(key) ? key : quote(key)}: ${expressionOf(form.value, format, count)}`,
  );
  return `${format}.${type === TYPE.plural ? 'plural' : 'select'}(${name}, { ${forms.join(', ')} })`;
}

/** The expression of a message. `count`: the argument that `#` stands for. */
function expressionOf(elements, format, count) {
  if (elements.every(({ type }) => type === TYPE.literal))
    return quote(elements.map(({ value }) => value).join(''));
  const [only, ...others] = elements;
  if (others.length === 0 && only.options) return formsOf(only, format);
  const parts = elements.map((element) => {
    const { type, value, options } = element;
    if (type === TYPE.literal) return inTemplate(value);
    if (type === TYPE.pound) return `\${${format}.number(${count})}`;
    if (type === TYPE.number) return `\${${format}.number(${value})}`;
    return `\${${options ? formsOf(element, format) : value}}`;
  });
  return `\`${parts.join('')}\``;
}

/** One argument is passed as it is, several by their names. */
function parametersOf(used, known, isSource) {
  if (used.size === 0 && !isSource) return '()';
  const typed = [...known].map(([name, kind]) => `${name}: ${types[kind]}`);
  if (known.size === 1) return isSource ? `(${typed})` : `(${[...used.keys()]})`;
  const names = `{ ${[...used.keys()].join(', ')} }`;
  return isSource ? `(${names}: { ${typed.join('; ')} })` : `(${names})`;
}

/** Compiles a message. `source`: the English one, which states the arguments. */
function messageCode(text, source, { format, rewrite }) {
  const { elements, args } = readMessage(text);
  const expression = expressionOf(rewrite(elements), format);
  const known = readMessage(source).args;
  return known.size === 0 ? expression : `${parametersOf(args, known, text === source)} => ${expression}`;
}

function treeCode(tree, source, options) {
  const entries = Object.entries(source).map(([key, english]) => {
    const own = tree?.[key];
    if (typeof english !== 'string') return `${quote(key)}: ${treeCode(own, english, options)}`;
    // A missing text is shown in English, by the rules of English.
    const code =
      typeof own === 'string' && own !== ''
        ? messageCode(own, english, options)
        : messageCode(english, english, { ...options, format: 'en' });
    return `${quote(key)}: ${code}`;
  });
  return `{\n${entries.join(',\n')}\n}`;
}

/**
 * Compiles a file of texts to a module (docs/decisions/0153). The English one states the types, and each other one has
 * them.
 * @param texts `tree`: the texts, `source`: those in English, `format`: the language whose plurals and numbers they use,
 *   `rewrite`: changes the elements of each message
 */
export function compileTexts({ feature, format, tree, source, rewrite = (elements) => elements }) {
  const isSource = tree === source;
  const sections = Object.keys(source).map((section) => {
    const type = isSource ? '' : `: typeof Source.${section}`;
    return `export const ${section}${type} = ${treeCode(tree[section], source[section], { format, rewrite })};\n`;
  });
  const body = sections.join('');
  const formats = [...new Set(['en', format])].filter((name) =>
    new RegExp(`\\b${name}\\.(?:number|plural|select)\\(`).test(body),
  );
  return [
    ...(formats.length > 0 ? [`import { ${formats.join(', ')} } from '../format.ts';\n`] : []),
    ...(isSource ? [] : [`import type * as Source from '../en/${feature}.ts';\n`]),
    body,
  ].join('');
}
