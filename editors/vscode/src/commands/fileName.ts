/** The last part of the path of a URI. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
