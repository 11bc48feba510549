import type { Layout } from '../folder/job.ts';
import { mostShown } from './layout.ts';
import type { Scene, ScenePerson } from './scene.ts';

/** The people in the picture, and what the next selection needs to keep them in the same places. */
export interface ShownPeople {
  /** In display order; in the speaker view the large one first. */
  seated: readonly string[];
  screenId: string | undefined;
  /** The page on the stage is large, in the place of a screen. */
  isSlideShown: boolean;
  /** People in the spotlight are shown alone, all in the same size. */
  layout: Layout;
  focusId: string | undefined;
  /** The shown people in place order, before the large one was put first. */
  seats: readonly string[];
  /** When each person was last heard, in seconds of media. */
  heard: ReadonlyMap<string, number>;
  /** When each screen was first seen, in seconds of media. */
  screens: ReadonlyMap<string, number>;
}

export const nobodyShown: ShownPeople = {
  seated: [],
  screenId: undefined,
  isSlideShown: false,
  layout: 'grid',
  focusId: undefined,
  seats: [],
  heard: new Map(),
  screens: new Map(),
};

export interface SelectionRules {
  t: number;
  layout: Layout;
  hasCamera: (person: ScenePerson) => boolean;
  hasScreen: (person: ScenePerson) => boolean;
}

/** A person who was heard within so many seconds takes precedence over one who only has a camera. */
const lately = 10;

/**
 * The screen on the stage, as on the call page. One that has not arrived or has just ended leaves the place to the newest
 * that is there, or else to the page under it; screens keep the time of their arrival.
 */
function screenOnStage(
  { people, stage }: Scene,
  before: ShownPeople,
  { t, hasScreen }: SelectionRules,
): Pick<ShownPeople, 'screens' | 'screenId' | 'isSlideShown'> {
  const screens = new Map<string, number>();
  for (const person of people) {
    if (hasScreen(person)) screens.set(person.participantId, before.screens.get(person.participantId) ?? t);
  }
  let screenId: string | undefined;
  for (const [id, since] of screens) {
    if (screenId === undefined || since > (screens.get(screenId) ?? 0)) screenId = id;
  }
  if (stage && stage.kind !== 'screen') screenId = undefined;
  else if (stage?.participantId && screens.has(stage.participantId)) screenId = stage.participantId;
  return { screens, screenId, isSlideShown: screenId === undefined && stage?.slide !== undefined };
}

/** The large person: the speaker, or else the previous one, the one who shares, the first with a camera. */
function focusOf(
  people: readonly ScenePerson[],
  scene: Scene,
  options: { before: ShownPeople; rules: SelectionRules },
) {
  const { before, rules } = options;
  const find = (id: string | undefined) => people.find(({ participantId }) => participantId === id);
  const found =
    find(scene.speakerId) ??
    find(before.focusId) ??
    people.find(rules.hasScreen) ??
    people.find(rules.hasCamera) ??
    people[0];
  return found?.participantId;
}

/** Fills free places with the highest weights, then replaces the lowest weight by a higher one. */
function seat(
  people: readonly ScenePerson[],
  before: readonly string[],
  { capacity, weigh }: { capacity: number; weigh: (person: ScenePerson) => number },
): string[] {
  const ids = people.map(({ participantId }) => participantId);
  if (ids.length <= capacity) return ids;
  const present = new Map(people.map((person) => [person.participantId, weigh(person)]));
  const weight = (id: string): number => present.get(id) ?? 0;
  const kept = before.filter((id) => present.has(id));
  while (kept.length > capacity) {
    const least = Math.min(...kept.map(weight));
    kept.splice(
      kept.findLastIndex((id) => weight(id) === least),
      1,
    );
  }
  const inSeats = new Set(kept);
  const waiting = ids.filter((id) => !inSeats.has(id)).sort((a, b) => weight(b) - weight(a));
  while (kept.length < capacity) kept.push(...waiting.splice(0, 1));
  for (const id of waiting) {
    const least = Math.min(...kept.map(weight));
    if (weight(id) <= least) break;
    kept[kept.findLastIndex((one) => weight(one) === least)] = id;
  }
  return kept;
}

function capacityOf(layout: Layout, hasScreen: boolean): number {
  return hasScreen ? mostShown.besideScreen[layout] : mostShown[layout];
}

/** The people in the spotlight, if there are some, in a grid; otherwise everybody. */
function peopleToShow(scene: Scene, layout: Layout): { people: ScenePerson[]; layout: Layout } {
  const since = ({ spotlitSince = '' }: ScenePerson): string => spotlitSince;
  const spotlit = scene.people.filter((person) => since(person) !== '');
  if (spotlit.length === 0) return { people: scene.people.toSorted((a, b) => a.order - b.order), layout };
  return { people: spotlit.sort((a, b) => (since(a) < since(b) ? -1 : 1)), layout: 'grid' };
}

/** Selects the people in the picture of this scene, given the previous selection. */
export function selectShownPeople(scene: Scene, before: ShownPeople, rules: SelectionRules): ShownPeople {
  const { people, layout } = peopleToShow(scene, rules.layout);
  const speaks = (person: ScenePerson): boolean => person.isSpeaking && !person.isMuted;
  const { screens, screenId, isSlideShown } = screenOnStage(scene, before, rules);
  const focusId = focusOf(people, scene, { before, rules });
  const heard = new Map<string, number>();
  for (const person of people) {
    const last = speaks(person) ? rules.t : before.heard.get(person.participantId);
    if (last !== undefined) heard.set(person.participantId, last);
  }
  const weigh = (person: ScenePerson): number => {
    if (person.participantId === focusId) return 5;
    if (speaks(person)) return 4;
    const wasHeard = rules.t - (heard.get(person.participantId) ?? -Infinity) < lately;
    return (wasHeard ? 2 : 0) + (rules.hasCamera(person) ? 1 : 0);
  };
  const capacity = capacityOf(layout, isSlideShown || screenId !== undefined);
  const seats = seat(people, before.seats, { capacity, weigh });
  const focusFirst = layout === 'speaker' && focusId !== undefined;
  const seated = focusFirst ? [focusId, ...seats.filter((id) => id !== focusId)] : seats;
  return { seated, screenId, isSlideShown, layout, focusId, seats, heard, screens };
}
