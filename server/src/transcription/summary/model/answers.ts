import type { AnswerSchema } from '../../../engines/language/language.ts';
import { type Fields, isFields } from '../../../platform/http/input/declared.ts';
import type { Summary } from '../text.ts';
import type { Words } from '../words/terms.ts';
import type { Chunk } from './chunks.ts';
import { Grounding } from './grounding.ts';
import { plainText } from './plain-text.ts';

/** A model's summary of a part of a call, as far as that part confirms it. */
export type PartSummary = Pick<Summary, 'sections' | 'lines' | 'tasks'>;

const longest = { title: 100, text: 400, owner: 80 };
/** The limit of each kind for a chunk: a model that repeats itself writes hundreds. */
const mostItems = 12;

const listOf = (fields: Record<string, AnswerSchema>): AnswerSchema => ({
  type: 'array',
  items: { type: 'object', properties: fields, required: Object.keys(fields), additionalProperties: false },
});

const text = { type: 'string' };
const start = { type: 'number' };

/** Services accept strict schemas only if every property is required: a task without an owner has an empty one. */
export const partSchema: AnswerSchema = {
  type: 'object',
  properties: {
    sections: listOf({ title: text, start }),
    lines: listOf({ text, start }),
    tasks: listOf({ text, owner: text, start }),
  },
  required: ['sections', 'lines', 'tasks'],
  additionalProperties: false,
};

function itemsOf(answer: Fields, name: string): Fields[] {
  const list = Object.hasOwn(answer, name) ? answer[name] : undefined;
  return Array.isArray(list) ? list.slice(0, mostItems).filter(isFields) : [];
}

/** Small models write `"83"`, `"83s"` and `"1:23"`. */
function secondOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const parts = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:\.\d+)?)s?$/.exec(value.trim());
  if (!parts) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = parts;
  return 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds);
}

const byStart = (one: { start: number }, other: { start: number }): number => one.start - other.start;

/** Reads an answer item by item: one without the right shape, or based on nothing that was said, is left out. */
export function readPart(answer: unknown, chunk: Chunk, words: Words): PartSummary {
  const part: PartSummary = { sections: [], lines: [], tasks: [] };
  if (!isFields(answer)) return part;
  const grounding = new Grounding(chunk, words);
  const read = (value: unknown, length: number) =>
    typeof value === 'string' ? plainText(value, { longest: length, spoken: grounding.spoken }) : '';
  for (const item of itemsOf(answer, 'sections')) {
    const title = read(item.title, longest.title);
    const start = grounding.startOfTitle(title, secondOf(item.start));
    if (start !== undefined) part.sections.push({ title, start });
  }
  for (const item of itemsOf(answer, 'lines')) {
    const text = read(item.text, longest.text);
    const start = grounding.startOf(text, secondOf(item.start));
    if (start !== undefined) part.lines.push({ text, start });
  }
  for (const item of itemsOf(answer, 'tasks')) {
    const text = read(item.text, longest.text);
    const start = grounding.startOf(text, secondOf(item.start));
    if (start === undefined) continue;
    const owner = grounding.ownerNear(read(item.owner, longest.owner), start);
    part.tasks.push({ text, ...(owner === undefined ? {} : { owner }), start });
  }
  for (const items of [part.sections, part.lines, part.tasks]) items.sort(byStart);
  return part;
}
