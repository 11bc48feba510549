import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { createStore } from '../../kit/store.ts';
import { refusal } from '../chat/server.fake.ts';
import type { StageItem } from '../stage/api.ts';
import type { Deck, Slide, SlidePlace, SlidesDocument } from './api.ts';
import { SlideShow } from './slide-show.ts';

const nothing: StageItem = { kind: 'none', participantId: null, documentId: null, page: null, version: 1 };
const slideOf = (number: number) => ({ number, text: `page ${number}` }) as Slide;
const deckOf = (ready: number, total = ready): Deck => ({
  document: {
    ...{ id: 'algebra', name: 'Algebra', readyPages: ready, totalPages: total },
    state: ready === total ? 'ready' : 'converting',
  } as SlidesDocument,
  slides: Array.from({ length: ready }, (_, index) => slideOf(index + 1)),
});

/** Slides on fakes; the test controls the server. */
function createSlides({ deck = deckOf(3) }: { deck?: Deck } = {}) {
  const clock = createFakeClock();
  const item = createStore<StageItem | undefined>(nothing);
  const sent: (SlidePlace | 'stop')[] = [];
  const server = { deck, reads: 0, fault: undefined as Error | undefined, delay: Promise.resolve() };
  const change = (place: SlidePlace | undefined): StageItem => {
    const version = (item.get()?.version ?? 0) + 1;
    return place ? { ...nothing, ...place, kind: 'page', version } : { ...nothing, version };
  };
  const answer = async (what: SlidePlace | 'stop') => {
    sent.push(what);
    await server.delay;
    if (server.fault) throw server.fault;
    return change(what === 'stop' ? undefined : what);
  };
  const show = new SlideShow({
    api: {
      deck: async () => {
        server.reads += 1;
        if (server.fault) throw server.fault;
        return server.deck;
      },
      documents: async () => [server.deck.document],
      show: (place) => answer(place),
      stop: () => answer('stop'),
    },
    stage: { item, take: (next) => item.set(next) },
    clock,
  });
  const settle = () => clock.advance(0);
  const put = (place: SlidePlace | undefined) => {
    item.set(change(place));
    return settle();
  };
  return { clock, show, sent, server, put, settle, page: () => show.shown.get()?.page };
}

const at = (page: number): SlidePlace => ({ documentId: 'algebra', page });

test('the page of the stage is shown with its text; the document is read once', async () => {
  const { show, put, server } = createSlides();
  assert.equal(show.shown.get(), undefined);
  await put(at(1));
  assert.equal(show.shown.get()?.slide?.text, 'page 1');
  await put(at(2));
  assert.equal(show.shown.get()?.slide?.text, 'page 2');
  assert.equal(server.reads, 1);
  await put(undefined);
  assert.equal(show.shown.get(), undefined);
});

test('a moderator sees the next page at once; of quick turns the last one is sent', async () => {
  const { show, put, sent, settle, page, server } = createSlides({ deck: deckOf(9) });
  await put(at(1));
  let respond = (): void => undefined;
  server.delay = new Promise((resolve) => {
    respond = resolve;
  });
  for (let turns = 0; turns < 5; turns += 1) show.step(1);
  assert.equal(page(), 6);
  respond();
  await settle();
  assert.equal(page(), 6);
  assert.deepEqual(sent, [at(2), at(6)]);
});

test('turning stops at the first and the last page that is ready', async () => {
  const { show, put, page, sent } = createSlides({ deck: deckOf(2, 5) });
  await put(at(1));
  show.step(-1);
  show.step(1);
  show.step(1);
  assert.equal(page(), 2);
  assert.deepEqual(sent, [at(2)]);
});

test('a page that cannot be shown is told, and the page of the stage is back', async () => {
  const { show, put, page, server, settle } = createSlides();
  await put(at(1));
  const failures: unknown[] = [];
  show.onFailure((error) => failures.push(error));
  server.fault = refusal(403, 'forbidden');
  show.step(1);
  await settle();
  assert.equal(failures.length, 1);
  assert.equal(page(), 1);
});

test('a page that becomes ready later is read', async () => {
  const { show, put, server, clock } = createSlides({ deck: deckOf(1, 3) });
  await put(at(3));
  assert.equal(show.shown.get()?.slide, undefined);
  server.deck = deckOf(3);
  await clock.advance(5_000);
  assert.equal(show.shown.get()?.slide?.text, 'page 3');
});

test('a document that is gone says so', async () => {
  const { show, put, server } = createSlides();
  server.fault = refusal(404, 'not_found');
  await put(at(1));
  assert.equal(show.shown.get()?.isGone, true);
});
