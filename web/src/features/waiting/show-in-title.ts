/** Shows a text in the tab's title until the person is back in this tab. */
export function showInTitle(news: string, roomName: string): void {
  const own = `${roomName} · Lectern`;
  if (!document.hidden) {
    document.title = own;
    return;
  }
  document.title = news;
  const onSeen = (): void => {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', onSeen);
    if (document.title === news) document.title = own;
  };
  document.addEventListener('visibilitychange', onSeen);
}
