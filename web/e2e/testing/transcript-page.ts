import { expect, type Locator, type Page } from '@playwright/test';
import type { ContentGroup } from './content-group.ts';
import { video } from './content-page.ts';

export const lines = [
  { start: 0, speaker: 'Anna Petrova', text: 'Welcome to the lesson about roots.' },
  { start: 3, speaker: 'Anna Petrova', text: 'Every equation has two roots.' },
  { start: 6, speaker: 'Boris Ivanov', text: 'Does every equation really have two of them?' },
  { start: 9, speaker: 'Anna Petrova', text: 'Yes, and both have to be checked.' },
  { start: 12, speaker: 'Clara Schmidt', text: 'I will send the exercises on Thursday.' },
  { start: 24, end: 28, speaker: 'Boris Ivanov', text: 'Thank you and goodbye.' },
];
export const summary = {
  kind: 'model' as const,
  sections: [
    { title: 'Welcome', start: 0 },
    { title: 'Questions about roots', start: 6 },
  ],
  lines: [{ text: 'Every equation has two roots.', start: 3 }],
  tasks: [{ text: 'Send the exercises', owner: 'Clara Schmidt', start: 12 }],
};

export const panel = (page: Page): Locator => page.getByRole('region', { name: 'Transcript' });
export const said = (page: Page): Locator => panel(page).getByRole('listitem');
export const placeOf = (page: Page): Promise<number> =>
  video(page).evaluate((element: HTMLVideoElement) => element.currentTime);

/** Stores the transcript anew and shows it again: each look at corrections begins with it. */
export async function renew(page: Page, group: ContentGroup, id: string): Promise<void> {
  await group.transcribe(id, { lines, summary });
  await page.reload();
  await expect(said(page)).toHaveCount(lines.length);
  await expect(panel(page).getByText('Does every equation really have two of them?')).toBeVisible();
}
