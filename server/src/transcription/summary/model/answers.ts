import type { AnswerSchema } from '../../../engines/language/language.ts';
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

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function itemsOf(answer: Fields, name: string): Fields[] {
  const list = Object.hasOwn(answer, name) ? answer[name] : undefined;
  return Array.isArray(list) ? list.slice(0, mostItems).filter(isObject) : [];
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
  if (!isObject(answer)) return part;
  const grounding = new Grounding(chunk, words);
  const read = (value: unknown, length: number) =>
    typeof value === 'string' ? plainText(value, { longest: length, spoken: grounding.spoken }) : '';
  for (const item of itemsOf(answer, 'sections')) {
    const title = read(item.title, longest.title);
    const second = secondOf(item.start);
    const at = second === undefined ? undefined : grounding.startOfTitle(title, second);
    if (at !== undefined) part.sections.push({ title, start: at });
  }
  for (const item of itemsOf(answer, 'lines')) {
    const line = read(item.text, longest.text);
    const second = secondOf(item.start);
    const at = second === undefined ? undefined : grounding.startOf(line, second);
    if (at !== undefined) part.lines.push({ text: line, start: at });
  }
  for (const item of itemsOf(answer, 'tasks')) {
    const task = read(item.text, longest.text);
    const second = secondOf(item.start);
    const at = second === undefined ? undefined : grounding.startOf(task, second);
    if (at === undefined) continue;
    const owner = grounding.ownerNear(read(item.owner, longest.owner), at);
    part.tasks.push({ text: task, ...(owner === undefined ? {} : { owner }), start: at });
  }
  for (const items of [part.sections, part.lines, part.tasks]) items.sort(byStart);
  return part;
}
