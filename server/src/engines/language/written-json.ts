import { LanguageRefused } from './language.ts';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Some services answer with a text, some with parts. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  return content.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A model without a format writes its thoughts first, a sentence around the JSON, or a fence of Markdown. */
function jsonIn(text: string): unknown {
  const written = text.replace(/^[\s\S]*<\/think>/, '');
  const whole = parse(written);
  if (whole !== undefined) return whole;
  const begin = written.indexOf('{');
  return begin < 0 ? undefined : parse(written.slice(begin, written.lastIndexOf('}') + 1));
}

/** @returns the JSON value in a response of `/chat/completions` @throws LanguageRefused if there is none */
export function writtenJson(body: string): unknown {
  const answer = parse(body);
  const choice = isObject(answer) && Array.isArray(answer.choices) ? answer.choices[0] : undefined;
  const message = isObject(choice) ? choice.message : undefined;
  const text = isObject(message) ? textOf(message.content) : undefined;
  if (text === undefined)
    throw new LanguageRefused('unusable', 'the response contains no message of the language model');
  const value = jsonIn(text);
  if (value !== undefined) return value;
  // The model reached its limit within the JSON.
  if (isObject(choice) && choice.finish_reason === 'length') {
    throw new LanguageRefused('too_long', 'the language model did not finish its answer');
  }
  throw new LanguageRefused('unusable', 'the language model wrote no JSON');
}
