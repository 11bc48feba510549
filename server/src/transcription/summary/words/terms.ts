import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { stopWords } from './stop-words.ts';

/** Longer words are noise of an engine: a stemmer's regular expressions must not see them. */
const longestWord = 40;

/** `ru-RU` and `RU` become `ru`; undefined for `auto` and for text that is no code. */
const languageCode = (language: string | undefined): string | undefined =>
  /^([a-z]{2,3})(?:[-_]|$)/i.exec(language ?? '')?.[1]?.toLowerCase();

/** Russian and English lose their endings, recognised by their script where the language is unknown. */
function stem(word: string, language: string | undefined): string {
  const script = /^[а-яё]/u.test(word) ? 'ru' : /^[a-z]/.test(word) ? 'en' : undefined;
  const isOther = language !== undefined && language !== 'ru' && language !== 'en';
  if (!script || isOther) return word;
  if (stopWords[script].has(word)) return '';
  return script === 'ru' ? stemRussian(word) : stemEnglish(word);
}

/** Splits text of one language into sentences and into terms: words without endings and without stop words. */
export function wordsOf(language: string | undefined) {
  const code = languageCode(language);
  const sentences = new Intl.Segmenter(code, { granularity: 'sentence' });
  const words = new Intl.Segmenter(code, { granularity: 'word' });
  const stems = new Map<string, string>();
  const termOf = (word: string): string => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    const term = word.length > longestWord ? '' : stem(word, code);
    stems.set(word, term);
    return term;
  };
  return {
    /** `ru`, `en` or another code; undefined: unknown. */
    language: code,
    sentencesOf: (text: string): string[] =>
      Array.from(sentences.segment(text), ({ segment }) => segment.trim()).filter((part) => part !== ''),
    /** In the order of the text, with repetitions. */
    termsOf: (text: string): string[] => {
      const terms: string[] = [];
      const plain = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replaceAll('’', "'");
      for (const { segment, isWordLike } of words.segment(plain)) {
        if (!isWordLike) continue;
        const term = termOf(segment);
        if (term !== '' && (term.length > 1 || !/^[a-zа-я]$/u.test(term))) terms.push(term);
      }
      return terms;
    },
  };
}

export type Words = ReturnType<typeof wordsOf>;
