/** Clocks. */

/** `0:05`, `12:00`, `1:02:03`; under ten seconds with tenths. */
export function clockFace(seconds: number): string {
  const left = Math.max(0, seconds);
  const two = (number: number) => String(number).padStart(2, "0");
  if (left < 10 && !Number.isInteger(left)) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(left);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
