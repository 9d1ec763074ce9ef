/** The icons of the buttons: outlines in a 16 by 16 square. */
import { svg } from "./dom";

const PATHS = {
  first: "M4 3v10M12 3.5 6.5 8l5.5 4.5",
  previous: "M10.5 3.5 5.5 8l5 4.5",
  next: "M5.5 3.5 10.5 8l-5 4.5",
  last: "M12 3v10M4 3.5 9.5 8 4 12.5",
  play: "M5 3.2v9.6L12.5 8z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  flip: "M4.5 13V4M2 6.2 4.5 3.5 7 6.2M11.5 3v9M9 9.8l2.5 2.7L14 9.8",
  study: "M8 3.2 1.5 6 8 8.8 14.5 6zM4 7.4v3.4c1 1 2.4 1.5 4 1.5s3-.5 4-1.5V7.4M14.5 6v4",
  hint: "M6 11.5c0-1.4-2-2.3-2-4.7a4 4 0 0 1 8 0c0 2.4-2 3.3-2 4.7zM6.3 13.8h3.4",
  show: "M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  explorer: "M2 3.5h12M2 8h8.5M2 12.5h5",
  analysis: "M5 5h6v6H5zM6.5 5V2.5M9.5 5V2.5M6.5 13.5V11M9.5 13.5V11M5 6.5H2.5M5 9.5H2.5M13.5 6.5H11M13.5 9.5H11",
  more: "M3.5 8.5a.5.5 0 1 0 0-1 .5.5 0 1 0 0 1zM8 8.5a.5.5 0 1 0 0-1 .5.5 0 1 0 0 1zM12.5 8.5a.5.5 0 1 0 0-1 .5.5 0 1 0 0 1z",
  previousGame: "M3.5 10 8 5.5l4.5 4.5",
  nextGame: "M3.5 6 8 10.5 12.5 6",
} as const;

export type Icon = keyof typeof PATHS;

/** Creates an icon. */
export function icon(name: Icon): SVGSVGElement {
  return svg("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, [svg("path", { d: PATHS[name] })]);
}
