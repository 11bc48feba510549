import { expect, type Page } from '@playwright/test';

/** Reads what the dialog shows once; it closes only after the confirmation. */
export async function takeSecret(page: Page, labels: string[]): Promise<string[]> {
  const dialog = page.getByRole('dialog');
  const values: string[] = [];
  await expect(dialog.getByRole('button', { name: 'Copy' }).first()).toBeFocused();
  for (const label of labels) {
    values.push(await dialog.getByRole('textbox', { name: label, exact: true }).inputValue());
  }
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'I saved it' }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  return values;
}
