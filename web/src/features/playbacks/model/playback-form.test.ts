import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../../../contract/routes.ts';
import { type PlaybackDraft, playbackForm } from './playback-form.ts';

const { changesOf, draftOf, faultsOf, serverFaults, tabOf } = playbackForm;

const playback: Answer<'getPlayback'> = {
  ...{
    id: 'a'.repeat(24),
    spaceId: 'b'.repeat(24),
    timelineId: 'c'.repeat(24),
    alias: 'aB3_dE9-xY',
    code: 'kdm4tz9wx',
  },
  ...{ name: 'Algebra', type: 'webinar', isPublic: false, redirectUrl: null, chatApplicationId: '1' },
  ...{ isChatReplayed: true, isReplayAllowed: true, replayDays: 14 },
  ...{ assetId: null, recordId: null, contentName: null, duration: null, posterUrl: null, mediaUrl: null },
  ...{
    readinessStatus: 'draft',
    readinessReason: null,
    readinessProgress: null,
    nextStartDate: null,
    runningSession: null,
  },
  readinessStatusChangedAt: '2026-11-21T19:00:00.000Z',
  createdAt: '2026-11-21T19:00:00.000Z',
  joinSettings: { fields: [], customFields: [] },
};
const draft = draftOf(playback);
const edited = (change: Partial<PlaybackDraft>): PlaybackDraft => ({ ...draft, ...change });

test("only changed settings of a webinar are sent, by the API's names", () => {
  assert.deepEqual(changesOf(draft, draftOf(playback)), {});
  const after = edited({ name: ' Geometry ', isReplayAllowed: false, redirectUrl: ' https://a.example/x ' });
  assert.deepEqual(changesOf(draft, after), {
    name: 'Geometry',
    isReplayAllowed: false,
    redirectUrl: 'https://a.example/x',
  });
  const own = { id: 'own', title: 'City', description: '', required: true, enabled: true };
  assert.deepEqual(Object.keys(changesOf(draft, edited({ ownFields: [own] }))), ['joinSettingsCustomFields']);
});

test('the days of replay are a whole number, and empty for no limit', () => {
  const sent = (replayDays: string) => changesOf(draft, edited({ replayDays })).replayDays;
  assert.deepEqual(['', ' 7 ', '3650'].map(sent), [null, 7, 3_650]);
  for (const replayDays of ['0', '-1', '1.5', '3651', '99999', 'a week', '1e3']) {
    assert.deepEqual(faultsOf(edited({ replayDays })), { replayDays: 'bad' }, replayDays);
  }
  assert.deepEqual(faultsOf(edited({ replayDays: '' })), {});
});

test('a fault is shown at its setting, on the tab of this setting', () => {
  const own = { id: 'own', title: ' ', description: '', required: true, enabled: true };
  const faulty = edited({ name: '', redirectUrl: 'javascript:alert(1)', ownFields: [own] });
  assert.deepEqual(faultsOf(faulty), {
    name: 'missing',
    redirectUrl: 'bad',
    'ownFields.own.title': 'missing',
  });
  const details = ['name', 'joinSettingsCustomFields.0.title', 'unknown'].map((path) => ({
    path,
    message: `bad ${path}`,
  }));
  assert.deepEqual(serverFaults(details, faulty), {
    name: 'bad name',
    'ownFields.own.title': 'bad joinSettingsCustomFields.0.title',
  });
  assert.equal(tabOf('ownFields.own.title'), 'entry');
  assert.equal(tabOf('replayDays'), 'general');
});
