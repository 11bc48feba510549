/** Seconds as spreadsheets read a duration: `0:45:22`. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
