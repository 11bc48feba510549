const two = (value: number): string => String(value).padStart(2, '0');

/** Such as `00:01:11.200`: the time of a cue. Hours have as many digits as they need, two at least. */
export function cueTime(seconds: number, separator: '.' | ','): string {
  const ms = Math.round(Math.max(0, seconds) * 1000);
  const whole = Math.floor(ms / 1000);
  const clock = [whole / 3600, (whole / 60) % 60, whole % 60].map((part) => two(Math.floor(part))).join(':');
  return `${clock}${separator}${String(ms % 1000).padStart(3, '0')}`;
}

/** Such as `0:01:11`, for people. */
export function shownTime(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds));
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** In a cue of WebVTT, `&` and `<` begin markup, and `-->` must not occur. */
export const escapedCue = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
