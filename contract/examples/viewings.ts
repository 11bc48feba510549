import { ids, webUrl } from './ids.ts';

const sampleViewingSession = {
  id: ids.playbackSession,
  startDate: '2026-03-23T18:00:00.000Z',
  endDate: '2026-03-23T18:56:52.000Z',
} as const;
const playlistUrl = `${webUrl}/v1/playlists/ZrxfnIPW8Ht0nC7eRmZMOoQ1k5Y0rCqvHnTqCLmV2uXz8sG4bJpWfLdE6oKi3AyNmT1hRvU9/master.m3u8`;

export const sampleViewing = {
  viewingId: ids.viewing,
  kind: 'live',
  session: { ...sampleViewingSession, state: 'running' },
  duration: 3412,
  position: 128.417,
  serverTime: '2026-03-23T18:02:08.417Z',
  playlistUrl: playlistUrl,
  posterUrl: `${webUrl}/files/WyJ2aWRlb3MvNjllZGM1Il0.q8YtH3nVxL0sKcW7mPzE2rBfJ5uTdGaN/poster.jpg`,
  chatChannelId: '48377',
  isSeekable: false,
} as const;

export const sampleReportViewingResponse = {
  serverTime: '2026-03-23T18:02:13.421Z',
  state: 'running',
  endDate: sampleViewingSession.endDate,
  playlistUrl: playlistUrl,
  viewers: 214,
  hasCaptions: true,
  captions: {
    from: 123.421,
    until: 145.421,
    cues: [
      { start: 131.2, end: 134.8, text: 'Anna Petrova: Which of these two\nequations has no solution?' },
    ],
  },
  items: [
    {
      id: ids.offer,
      type: 'offer',
      at: 120,
      until: 420,
      title: 'The full course',
      text: null,
      buttonText: 'See the course',
      url: 'https://school.example.org/courses/algebra',
    },
  ],
} as const;

export const sampleProgram = {
  serverTime: '2026-03-23T18:02:07.903Z',
  name: 'How to prepare for the exam',
  isPermanent: false,
  running: sampleViewingSession,
  next: [
    {
      id: '69ee2f0c5b1ad87e346f90c2',
      startDate: '2026-03-26T18:00:00.000Z',
      endDate: '2026-03-26T18:56:52.000Z',
    },
  ],
  replay: null,
  duration: 3412,
  redirectUrl: 'https://school.example.org/exam/thanks',
} as const;
