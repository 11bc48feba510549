import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

const allowed = 'write {name}, {count, number}, {count, plural, …} or {key, select, …}';

function* argumentsOf(elements) {
  for (const { type, value, style, options, offset, pluralType } of elements) {
    if (type === TYPE.literal || type === TYPE.pound) continue;
    if (type === TYPE.argument) yield [value, 'value'];
    else if (type === TYPE.number && !style) yield [value, 'number'];
    else if (type === TYPE.plural && !offset && pluralType === 'cardinal') yield [value, 'number'];
    else if (type === TYPE.select) yield [value, 'value'];
    else throw new Error(`the format of {${value}} is not supported: ${allowed}`);
    for (const form of Object.values(options ?? {})) yield* argumentsOf(form.value);
  }
}

/**
 * Reads a message in ICU format.
 * @returns its elements, and its arguments with the kind of each: `number`, or `value` for texts and numbers
 */
export function readMessage(text) {
  const elements = parse(text, { ignoreTag: true });
  const args = new Map();
  for (const [name, kind] of argumentsOf(elements)) if (args.get(name) !== 'number') args.set(name, kind);
  return { elements, args };
}

/** The texts below a section or group with their paths, such as `chat.hints.empty`. */
export function* textsBelow(tree, path = '') {
  for (const [key, value] of Object.entries(tree)) {
    const own = path ? `${path}.${key}` : key;
    if (value !== null && typeof value === 'object') yield* textsBelow(value, own);
    else yield [own, value];
  }
}

/** The form in which Weblate writes a file of texts, so that its commits change nothing else. */
export const canonicalJson = (tree) => `${JSON.stringify(tree, null, 2)}\n`;

function faultOf(text, source) {
  // Weblate may write an empty text for one that is not translated yet.
  if (text === '' && source) return null;
  if (typeof text !== 'string' || text === '') return 'is no text';
  try {
    const { args } = readMessage(text);
    if (!source) return null;
    const known = readMessage(source).args;
    for (const [name, kind] of args) {
      if (!known.has(name)) return `uses {${name}}, which the English text does not have`;
      if (kind === 'number' && known.get(name) !== 'number')
        return `uses {${name}} as a number, which is any text in English`;
    }
    return null;
  } catch (error) {
    return `is no message in ICU format: ${error.message}`;
  }
}

/** Faults of a file of texts, each with the path of its text. `source`: the same file in English. */
export function faultsOfTexts(tree, source = tree) {
  const english = new Map(textsBelow(source));
  return [...textsBelow(tree)].flatMap(([path, text]) => {
    if (!english.has(path)) return [{ path, fault: 'is not among the English texts' }];
    const fault = faultOf(text, tree === source ? null : english.get(path));
    return fault ? [{ path, fault }] : [];
  });
}

/** The paths of English texts that a translation lacks. */
export function missingTexts(tree, source) {
  const known = new Map(textsBelow(tree));
  return [...textsBelow(source)].flatMap(([path]) => (known.get(path) ? [] : [path]));
}
