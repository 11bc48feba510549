import { type Language, localeOf } from '../../../../../contract/languages.ts';
import { asHtml } from '../../../platform/mail/layout.ts';
import { texts } from '../../../platform/texts/compiled/index.ts';

export interface PlayedTrack {
  address: string;
  kind: 'captions' | 'subtitles';
  language: string;
  label: string;
}

export interface ShownPart {
  videoUrl: string;
  posterUrl: string | null;
  tracks: PlayedTrack[];
}

interface PlaybackPage {
  name: string;
  startedAt: Date;
  parts: ShownPart[];
}

interface Shown {
  language: Language;
  /** Lets the browser apply the style and the script of this page, and no other. */
  nonce: string;
}

const style = `
:root { color-scheme: light dark; --ground: #ffffff; --text: #1b1c22; --muted: #686b78; --accent: #4c4fd6; --line: #e6e6eb }
@media (prefers-color-scheme: dark) {
  :root { --ground: #17181d; --text: #ececf1; --muted: #a0a2af; --accent: #a3a9fb; --line: #2c2e36 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 1120px; margin: 0 auto; padding: 24px 16px 48px }
h1 { margin: 0; font-size: 24px; line-height: 1.3; overflow-wrap: anywhere }
p { margin: 4px 0 0; color: var(--muted) }
video { display: block; width: 100%; max-height: 75vh; margin-top: 16px; border-radius: 12px; background: #101115 }
video[hidden] { display: none }
nav { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 16px }
button { min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer }
button[aria-current="true"] { border-color: var(--accent); color: var(--accent); font-weight: 600 }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.notice { min-height: 100vh; display: grid; align-content: center; text-align: center }
.notice p { color: inherit; font-size: 18px }
`;

/** Shows one part at a time, and plays the next one when it ends. Without a script all parts are there, in their order. */
const script = `
const videos = [...document.querySelectorAll('video')];
const buttons = [...document.querySelectorAll('nav button')];
const show = (shown, plays) => {
  videos.forEach((video, index) => {
    video.hidden = index !== shown;
    if (index !== shown) video.pause();
  });
  buttons.forEach((button, index) => button.setAttribute('aria-current', String(index === shown)));
  if (plays) videos[shown].play().catch(() => undefined);
};
videos.forEach((video, index) => {
  video.addEventListener('ended', () => {
    if (!videos[index + 1]) return;
    videos[index + 1].currentTime = 0;
    show(index + 1, true);
  });
});
buttons.forEach((button, index) => button.addEventListener('click', () => show(index, true)));
if (videos.length > 0) show(0, false);
`;

const documentOf = (title: string, main: string, { language, nonce }: Shown): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${asHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style nonce="${nonce}">${style}</style>
</head>
<body>
${main}
</body>
</html>
`;

const trackOf = ({ address, kind, language, label }: PlayedTrack, index: number): string =>
  `<track src="${asHtml(address)}" kind="${kind}" srclang="${asHtml(language)}" label="${asHtml(label)}"${index === 0 ? ' default' : ''}>`;

/** The next parts load when they are shown. */
const videoOf = ({ videoUrl, posterUrl, tracks }: ShownPart, index: number): string =>
  `<video controls playsinline preload="${index === 0 ? 'metadata' : 'none'}" src="${asHtml(videoUrl)}"${posterUrl === null ? '' : ` poster="${asHtml(posterUrl)}"`}>${tracks.map(trackOf).join('')}</video>`;

/** The page that plays a recording: its parts one after the other, with captions. */
export function renderPlayback({ name, startedAt, parts }: PlaybackPage, shown: Shown): string {
  const { language, nonce } = shown;
  const words = texts[language].recordingPlayback;
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' }).format(startedAt);
  const buttons = parts.map(
    (_, index) => `<button type="button">${asHtml(words.part(String(index + 1)))}</button>`,
  );
  const main = [
    `<main><h1><bdi>${asHtml(name)}</bdi></h1>`,
    `<p>${asHtml(day)}</p>`,
    ...parts.map(videoOf),
    ...(parts.length > 1 ? [`<nav aria-label="${asHtml(words.parts)}">${buttons.join('')}</nav>`] : []),
    `</main><script nonce="${nonce}">${script}</script>`,
  ].join('\n');
  return documentOf(words.title(name), main, shown);
}

export type PlaybackNotice = 'gone' | 'unpublished' | 'expired';

/** The page in place of a recording that does not play. */
export function renderNotice(notice: PlaybackNotice, shown: Shown): string {
  const sentence = texts[shown.language].recordingPlayback[notice];
  return documentOf(sentence, `<main class="notice"><p role="status">${asHtml(sentence)}</p></main>`, shown);
}
