// Writes the settings that the server reads into package.json, from server/docs/settings.schema.json, which is made from the
// types that read them. With --check it writes nothing, and fails where package.json is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The section of package.json that is written. */
const TITLE = "Checking and Formatting";

/** Columns of a line of package.json. */
const WIDTH = 180;

/** Defaults that are not in the schema: the server's own, or others if VS Code supports more than most editors. */
const DEFAULTS = { "format.archive": false, "format.line-width": 79, "format.style": "export", "format.suffixes": "nags", hoverImages: true, level: "warning", overrides: [], rules: {} };

/** Settings that the extension makes itself, from those of its board. */
const OWN = new Set(["boardColours"]);

/** Settings that a workspace must not make: where on the disk the server writes. */
const OF_THE_MACHINE = new Set(["moveCache.directory"]);

const manifestPath = fileURLToPath(new URL("../package.json", import.meta.url));
const schemaPath = fileURLToPath(new URL("../../../server/docs/settings.schema.json", import.meta.url));
const schema = JSON.parse(readFileSync(schemaPath, "utf8"));
const text = readFileSync(manifestPath, "utf8");
const manifest = JSON.parse(text);

const section = { title: TITLE, properties: properties(schema) };
const sections = manifest.contributes.configuration;
const place = sections.findIndex((one) => one.title === TITLE);
sections.splice(place === -1 ? sections.length : place, place === -1 ? 0 : 1, section);

const fresh = `${written(manifest, "")}\n`;
if (!process.argv.includes("--check")) {
  writeFileSync(manifestPath, fresh);
} else if (fresh !== text) {
  console.error("package.json is stale: run node scripts/settings.mjs");
  process.exit(1);
}

/** Formats JSON: values that fit into a line are on one line. */
function written(value, indent) {
  const line = inOneLine(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= WIDTH) return line;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = isList ? value.map((one) => written(one, inner)) : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${written(one, inner)}`);
  return `${isList ? "[" : "{"}\n${members.map((member) => inner + member).join(",\n")}\n${indent}${isList ? "]" : "}"}`;
}

function inOneLine(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(", ")}]`;
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${inOneLine(one)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** One setting for each member of the schema, and for each switch in a member that is a group of them. */
function properties(schema) {
  const settings = {};
  for (const [name, member] of Object.entries(schema.properties)) {
    if (OWN.has(name)) continue;
    const resolved = inlined(member);
    const isGroup = resolved.type === "object" && Object.values(resolved.properties ?? {}).every((one) => one.type !== "object") && name !== "rules";
    if (name === "rules") for (const rule of Object.values(resolved.properties)) delete rule.enumDescriptions;
    // Rules are described where they are set for all files.
    if (name === "overrides") resolved.items.properties.rules = { description: resolved.items.properties.rules.description, type: "object" };
    const parts = isGroup ? Object.entries(resolved.properties).map(([part, value]) => [`${name}.${part}`, value, resolved.default?.[part] ?? value.default]) : [[name, resolved, resolved.default]];
    for (const [key, value, fallback] of parts) settings[`scoresheet.${key}`] = setting(key, value, fallback);
  }
  return settings;
}

/** The member of package.json that offers a setting. */
function setting(key, { description, default: _, ...value }, fallback) {
  const standard = DEFAULTS[key] ?? fallback;
  if (standard === undefined) throw new Error(`${key} has no default, in the schema or here`);
  return { ...value, default: standard, scope: OF_THE_MACHINE.has(key) ? "machine" : "window", markdownDescription: described(key, description) };
}

function described(key, description) {
  return key === "rules" ? `${description} What each rule finds: run \`scoresheet rule NAME\`.` : description;
}

/** The schema without references, which VS Code does not follow, and with lists of constants as it shows them. */
function inlined(value) {
  if (Array.isArray(value)) return value.map(inlined);
  if (typeof value !== "object" || value === null) return value;
  if (value.$ref !== undefined) return inlined(schema.definitions[value.$ref.split("/").pop()]);
  const { allOf, ...own } = value;
  const merged = allOf?.length === 1 ? { ...inlined(allOf[0]), ...own } : value;
  const { oneOf, ...rest } = merged;
  const result = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, inlined(part)]));
  if (oneOf?.every((one) => one.const !== undefined)) {
    return { ...result, type: "string", enum: oneOf.map((one) => one.const), enumDescriptions: oneOf.map((one) => one.description ?? "") };
  }
  return oneOf === undefined ? result : { ...result, oneOf: inlined(oneOf) };
}
