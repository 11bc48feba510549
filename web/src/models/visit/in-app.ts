/** Browsers inside apps add these to their name: messengers, social networks, and any WebView of Android. */
const apps =
  /FBAN|FBAV|FB_IAB|Instagram|MicroMessenger|Telegram|WhatsApp|LinkedInApp|Snapchat|VKAndroidApp|\bLine\/|; wv\)/;

/**
 * Whether the page is shown by a browser inside an app, which often gives no camera. People leave it by "Open in
 * browser", which passes on the address alone (docs/decisions/0182). On iOS, only real browsers name Safari.
 */
export function isInApp(userAgent: string): boolean {
  const isAppleView = /iPhone|iPad|iPod/.test(userAgent) && !userAgent.includes('Safari/');
  return isAppleView || apps.test(userAgent);
}
