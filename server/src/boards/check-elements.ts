import type { ErrorDetail } from '../../../contract/errors.ts';
import { Refusal } from '../platform/errors.ts';
import type { Element } from './element.ts';

/** The fields that an element of a kind needs, besides those of all. */
const needed: Partial<Record<Element['type'], readonly (keyof Element)[]>> = {
  freedraw: ['points'],
  line: ['points'],
  arrow: ['points'],
  text: ['text', 'fontSize'],
};

/** @throws Refusal with each field that is missing or does not fit to the others */
export function checkElements(elements: Element[]): void {
  const details: ErrorDetail[] = [];
  const ids = new Set<string>();
  for (const [index, element] of elements.entries()) {
    const fault = (field: string, message: string) =>
      details.push({ path: `elements.${index}.${field}`, message });
    if (ids.has(element.id)) fault('id', 'is that of another element of this message');
    ids.add(element.id);
    if (element.isDeleted) continue;
    for (const field of needed[element.type] ?? [])
      if (element[field] === undefined) fault(field, 'is required');
    const { points, pressures } = element;
    if (points && pressures && pressures.length > points.length)
      fault('pressures', 'must not be more than the points');
  }
  if (details.length > 0) throw new Refusal('validation_failed', { details });
}
