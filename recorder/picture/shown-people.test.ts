import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Scene, ScenePerson } from './scene.ts';
import { nobodyShown, type SelectionRules, type ShownPeople, selectShownPeople } from './shown-people.ts';

const frame = { data: new Uint8Array(0), width: 640, height: 360, serial: 1 };

function person(order: number, more: Partial<ScenePerson> = {}): ScenePerson {
  return {
    participantId: `p${order}`,
    name: `Person ${order}`,
    order,
    isMuted: false,
    isSpeaking: false,
    camera: frame,
    screen: undefined,
    ...more,
  };
}

const crowd = (count: number, more: (order: number) => Partial<ScenePerson> = () => ({})): ScenePerson[] =>
  Array.from({ length: count }, (_, order) => person(order, more(order)));

const rules = (layout: SelectionRules['layout'], t = 0): SelectionRules => ({
  t,
  layout,
  hasCamera: ({ camera }) => camera !== undefined,
  hasScreen: ({ screen }) => screen !== undefined,
});

const scene = (people: ScenePerson[], speakerId?: string): Scene => ({ people, speakerId });

/** Selects from one scene after another, as a recording does. */
function castAfter(
  before: ShownPeople,
  people: ScenePerson[],
  more: { t: number; layout?: SelectionRules['layout'] },
): ShownPeople {
  return selectShownPeople(scene(people), before, rules(more.layout ?? 'grid', more.t));
}

test('people keep the order of arrival, whoever speaks and in whatever order they are listed', () => {
  const people = crowd(9).reverse();
  assert.deepEqual(
    selectShownPeople(scene(people, 'p5'), nobodyShown, rules('grid')).seated,
    crowd(9).map(({ participantId }) => participantId),
  );
});

test('a grid has 16 people, those with cameras first, and keeps them while nobody else speaks', () => {
  const people = crowd(20, (order) => (order < 4 ? { camera: undefined } : {}));
  const first = castAfter(nobodyShown, people, { t: 0 });
  assert.deepEqual(
    [...first.seated].sort(),
    crowd(20)
      .slice(4)
      .map(({ participantId }) => participantId)
      .sort(),
  );
  assert.deepEqual(castAfter(first, people, { t: 1 }).seated, first.seated);
});

test('a speaker who is not shown replaces a silent person at once; the others stay', () => {
  const people = crowd(20);
  const first = castAfter(nobodyShown, people, { t: 0 });
  assert.ok(!first.seated.includes('p19'));
  const spoken = crowd(20, (order) => ({ isSpeaking: order === 19 }));
  const second = castAfter(first, spoken, { t: 1 });
  assert.equal(second.seated.length, 16);
  assert.ok(second.seated.includes('p19'));
  assert.equal(second.seated.filter((id, index) => id !== first.seated[index]).length, 1);
  const third = castAfter(second, people, { t: 5 });
  assert.deepEqual(third.seated, second.seated, 'a pause does not cost the place');
});

test('a muted person does not count as speaking', () => {
  const first = castAfter(nobodyShown, crowd(20), { t: 0 });
  const noise = crowd(20, (order) => (order === 19 ? { isSpeaking: true, isMuted: true } : {}));
  assert.deepEqual(castAfter(first, noise, { t: 1 }).seated, first.seated);
});

test('a free place is filled', () => {
  const first = castAfter(nobodyShown, crowd(17), { t: 0 });
  const [gone] = first.seated;
  const second = castAfter(
    first,
    crowd(17).filter(({ participantId }) => participantId !== gone),
    { t: 1 },
  );
  assert.equal(second.seated.length, 16);
  assert.ok(second.seated.includes('p16'));
});

test('the large person is the speaker; without one the previous, then the first with a camera', () => {
  const people = crowd(4, (order) => (order === 0 ? { camera: undefined } : {}));
  const first = selectShownPeople(scene(people), nobodyShown, rules('speaker'));
  assert.deepEqual(first.seated, ['p1', 'p0', 'p2', 'p3']);
  const second = selectShownPeople(scene(people, 'p3'), first, rules('speaker', 1));
  assert.deepEqual(second.seated, ['p3', 'p0', 'p1', 'p2']);
  assert.deepEqual(selectShownPeople(scene(people), second, rules('speaker', 2)).seated, second.seated);
  assert.equal(selectShownPeople(scene(people.slice(0, 3)), second, rules('speaker', 3)).seated[0], 'p1');
});

test('beside a screen the speaker is shown, or the sharing person if nobody speaks', () => {
  const people = crowd(5, (order) => (order === 2 ? { screen: frame } : {}));
  const shared = selectShownPeople(scene(people), nobodyShown, rules('speaker'));
  assert.deepEqual([shared.screenId, shared.seated], ['p2', ['p2']]);
  const spoken = selectShownPeople(scene(people, 'p4'), shared, rules('speaker', 1));
  assert.deepEqual([spoken.screenId, spoken.seated], ['p2', ['p4']]);
  assert.ok(selectShownPeople(scene(people, 'p4'), nobodyShown, rules('grid')).seated.includes('p4'));
});

test('the newer of two screens is shown, and the older one again when it ends', () => {
  const sharing = (...ids: number[]) => crowd(3, (order) => (ids.includes(order) ? { screen: frame } : {}));
  const first = castAfter(nobodyShown, sharing(2), { t: 1 });
  const both = castAfter(first, sharing(0, 2), { t: 2 });
  assert.equal(both.screenId, 'p0');
  assert.equal(castAfter(both, sharing(2), { t: 3 }).screenId, 'p2');
});

test('people in the spotlight are shown alone, in their order, also beside a screen', () => {
  const since = (second: number) => ({ spotlitSince: `2026-11-27T20:00:0${second}.000Z` });
  const people = crowd(6, (order) => ({ ...(order === 4 && since(1)), ...(order === 2 && since(2)) }));
  for (const layout of ['grid', 'speaker'] as const) {
    const shown = selectShownPeople(scene(people, 'p0'), nobodyShown, rules(layout));
    assert.deepEqual([shown.seated, shown.layout], [['p4', 'p2'], 'grid']);
    const sharing = [...people, person(6, { screen: frame })];
    const beside = selectShownPeople(scene(sharing), shown, rules(layout, 1));
    assert.deepEqual([beside.seated, beside.screenId], [['p4', 'p2'], 'p6']);
    const after = selectShownPeople(scene(crowd(6), 'p0'), beside, rules(layout, 2));
    assert.deepEqual([after.seated.length, after.layout], [6, layout]);
  }
});

test('the screen on the stage is shown; until it arrives, and after it, the newest that is there', () => {
  const screen = (id: string): Partial<ScenePerson> => ({ participantId: id, screen: frame });
  const [ann, bob] = [person(0, screen('ann')), person(1, screen('bob'))];
  const shown = (people: ScenePerson[], stage: Scene['stage']) =>
    selectShownPeople({ ...scene(people), stage }, nobodyShown, rules('grid')).screenId;
  const screenOf = (participantId: string) => ({ kind: 'screen', participantId }) as const;
  assert.equal(shown([ann, bob], screenOf('ann')), 'ann');
  assert.equal(shown([ann, bob], screenOf('bob')), 'bob');
  assert.equal(shown([ann], screenOf('bob')), 'ann');
  assert.equal(shown([], screenOf('bob')), undefined);
  assert.equal(shown([ann, bob], { kind: 'none', participantId: null }), undefined);
});

test('the page on the stage is shown, and also after the last screen over it', () => {
  const ann = person(0, { participantId: 'ann', screen: frame });
  const shown = (people: ScenePerson[], kind: 'page' | 'screen') => {
    const stage = { kind, participantId: kind === 'screen' ? 'ann' : null, slide: frame } as const;
    const { screenId, isSlideShown } = selectShownPeople(
      { ...scene(people), stage },
      nobodyShown,
      rules('grid'),
    );
    return isSlideShown ? 'page' : screenId;
  };
  assert.equal(shown([ann], 'page'), 'page');
  assert.equal(shown([ann], 'screen'), 'ann');
  assert.equal(shown([], 'screen'), 'page');
});
