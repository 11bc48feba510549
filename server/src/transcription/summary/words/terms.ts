import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { stopWords } from './stop-words.ts';

/** Longer words are noise of an engine: a stemmer's regular expressions must not see them. */
const longestWord = 40;

/** Splits text of one language into sentences and into terms: words without endings and without stop words. */
export interface Words {
  /** `ru`, `en` or another code; undefined: unknown. */
  readonly language: string | undefined;
  sentencesOf(text: string): string[];
  /** In the order of the text, with repetitions. */
  termsOf(text: string): string[];
}

/** `ru-RU` and `RU` become `ru`; undefined for `auto` and for text that is no code. */
export function languageCode(language: string | undefined): string | undefined {
  const code = /^([a-z]{2,3})(?:[-_]|$)/i.exec(language ?? '')?.[1]?.toLowerCase();
  return code;
}

const isCyrillic = (word: string): boolean => /^[а-яё]/u.test(word);

/** Russian and English lose their endings, recognised by their script where the language is unknown. */
function stem(word: string, language: string | undefined): string {
  if (isCyrillic(word)) {
    if (language !== undefined && language !== 'ru' && language !== 'en') return word;
    return stopWords.ru.has(word) ? '' : stemRussian(word);
  }
  if (!/^[a-z]/.test(word)) return word;
  if (language !== undefined && language !== 'ru' && language !== 'en') return word;
  return stopWords.en.has(word) ? '' : stemEnglish(word);
}

export function wordsOf(language: string | undefined): Words {
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
    language: code,
    sentencesOf: (text) =>
      Array.from(sentences.segment(text), ({ segment }) => segment.trim()).filter((part) => part !== ''),
    termsOf: (text) => {
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
