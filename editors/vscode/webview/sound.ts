/** The sound of a move: a short click, made by the browser, so that no file is needed. */

/** The pitch of the click in hertz: that of wood on wood. */
const PITCH = 320;

/** How long it takes to fade away, in seconds. */
const FADING = 0.07;

/** How loud it begins, from 0 to 1. */
const LOUDNESS = 0.25;

let context: AudioContext | undefined;

/** Plays the click. Browsers stay silent until the user has used the page. */
export function click(): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(PITCH, now);
  tone.frequency.exponentialRampToValueAtTime(PITCH / 3, now + FADING);
  volume.gain.setValueAtTime(LOUDNESS, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + FADING);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + FADING);
}
