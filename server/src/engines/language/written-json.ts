import { isFields } from '../../platform/http/input/declared.ts';
import { parsedJson } from '../service-response.ts';
import { LanguageRefused } from './language.ts';

/** Some services answer with a text, some with parts. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  return content.map((part) => (isFields(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

/** A model without a format writes its thoughts first, a sentence around the JSON, or a fence of Markdown. */
function jsonIn(text: string): unknown {
  const written = text.replace(/^[\s\S]*<\/think>/, '');
  const whole = parsedJson(written);
  if (whole !== undefined) return whole;
  const begin = written.indexOf('{');
  return begin < 0 ? undefined : parsedJson(written.slice(begin, written.lastIndexOf('}') + 1));
}

/** @returns the JSON value in a response of `/chat/completions` @throws LanguageRefused if there is none */
export function writtenJson(body: string): unknown {
  const answer = parsedJson(body);
  const choice = isFields(answer) && Array.isArray(answer.choices) ? answer.choices[0] : undefined;
  const message = isFields(choice) ? choice.message : undefined;
  const text = isFields(message) ? textOf(message.content) : undefined;
  if (text === undefined)
    throw new LanguageRefused('unusable', 'the response contains no message of the language model');
  const value = jsonIn(text);
  if (value !== undefined) return value;
  // The model reached its limit within the JSON.
  if (isFields(choice) && choice.finish_reason === 'length') {
    throw new LanguageRefused('too_long', 'the language model did not finish its answer');
  }
  throw new LanguageRefused('unusable', 'the language model wrote no JSON');
}
