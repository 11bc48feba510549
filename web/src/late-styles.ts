/**
 * Loads the style sheets of the first page, before those of lazy parts, which override them. The page names them only,
 * so that its first text need not wait (web/vite.config.ts). A sheet that cannot be loaded is left out.
 */
export const loadStyles = (): Promise<unknown> =>
  Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[data-late]')].map(loadStyle));

function loadStyle({ href }: HTMLLinkElement): Promise<void> {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  // As the page preloads it.
  sheet.crossOrigin = '';
  sheet.href = href;
  return new Promise((resolve) => {
    sheet.onload = sheet.onerror = () => resolve();
    document.head.append(sheet);
  });
}
