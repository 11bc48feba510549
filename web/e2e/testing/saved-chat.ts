import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

export async function pressInChatSettings(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Chat settings' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Saves the conversation on the page. @returns the name and the text of the file */
export async function saveChat(page: Page, item = 'Save chat'): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await pressInChatSettings(page, item);
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}
