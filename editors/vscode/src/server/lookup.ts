import { delimiter, isAbsolute, join } from "node:path";

/** The places where the server may be. */
export interface Places {
  /** The setting `scoresheet.server.path`: a file, or the name of a program on the `PATH`; empty if it is not set. */
  setting: string;
  /** The folder of the extension. Packages for a platform have the program in its `bin`. */
  extensionFolder: string;
  /** The environment variable `PATH`. */
  path: string;
  /** The user's home folder, for a `~` in the setting. */
  home: string;
  platform: NodeJS.Platform;
  isFile: (path: string) => boolean;
}

/** The program, and the place where it was found. */
export interface Found {
  path: string;
  from: "setting" | "bundle" | "path";
}

/** The server: the one of the setting, else the one in the extension, else the one on the `PATH`. If the setting names a missing program, there is no fallback. */
export function findServer(places: Places): Found | undefined {
  const setting = places.setting.trim();
  if (setting !== "") {
    const path = isName(setting) ? onPath(places, setting) : existing(places, expanded(places, setting));
    return path === undefined ? undefined : { path, from: "setting" };
  }
  const bundled = existing(places, join(places.extensionFolder, "bin", "scoresheet"));
  if (bundled !== undefined) return { path: bundled, from: "bundle" };
  const path = onPath(places, "scoresheet");
  return path === undefined ? undefined : { path, from: "path" };
}

function isName(setting: string): boolean {
  return !/[/\\]/.test(setting) && !setting.startsWith("~");
}

function expanded(places: Places, setting: string): string {
  return /^~(?=$|[/\\])/.test(setting) ? join(places.home, setting.slice(1)) : setting;
}

function onPath(places: Places, name: string): string | undefined {
  // A relative folder on the PATH depends on the working directory.
  const folders = places.path.split(places.platform === "win32" ? ";" : delimiter).filter((folder) => isAbsolute(folder) || places.platform === "win32");
  for (const folder of folders) {
    const path = existing(places, join(folder, name));
    if (path !== undefined) return path;
  }
  return undefined;
}

/** The file at `path`, on Windows also with `.exe` appended. */
function existing(places: Places, path: string): string | undefined {
  const candidates = places.platform === "win32" && !/\.exe$/i.test(path) ? [`${path}.exe`, path] : [path];
  return candidates.find(places.isFile);
}
