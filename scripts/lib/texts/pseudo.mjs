import { TYPE } from '@formatjs/icu-messageformat-parser';

/** The pseudo-language: English with accents, 40 % longer. Only `npm run dev` has it (docs/decisions/0154). */
export const pseudoLanguage = 'en-XA';

const plain = 'AaCcEeGgIiNnOoRrSsUuYyZz';
const accented = 'ÅåÇçÉéĜĝÎîÑñÖöŔŕŠšÛûÝýŽž';
const accents = new Map([...plain].map((letter, index) => [letter, accented[index]]));

const growth = 0.4;

function accent(elements) {
  let length = 0;
  const changed = elements.map((element) => {
    if (element.type !== TYPE.literal) return element;
    length += element.value.length;
    return { ...element, value: element.value.replace(/\p{L}/gu, (letter) => accents.get(letter) ?? letter) };
  });
  return { changed, length };
}

const literal = (value) => ({ type: TYPE.literal, value });

/** Accents the words of a message, makes it longer, and encloses it in brackets, so that a cut-off end shows. */
export function asPseudo(elements) {
  const [only, ...others] = elements;
  if (only?.options && others.length === 0) {
    const options = Object.entries(only.options).map(([key, form]) => [key, { value: asPseudo(form.value) }]);
    return [{ ...only, options: Object.fromEntries(options) }];
  }
  const { changed, length } = accent(elements);
  return [literal('['), ...changed, literal(`${'~'.repeat(Math.ceil(length * growth))}]`)];
}
