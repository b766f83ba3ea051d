// The rules for imports between the modules of `src`: only to lower layers, and without cycles. The code
// calls a module a 'room' and a layer a 'floor'.

import { APART, FLOORS, FOR_TESTS, HOUSES } from "./floors.mjs";

/** @typedef {import("./imports.mjs").Import} Import */

const TEST = /\.test\.tsx?$/;

/** @param {string} path */
function folderOf(path) {
  const [folder, below] = path.split("/");
  return folder && below ? folder : ".";
}

/**
 * The module of a file: its capability where the folder is divided into capabilities (`features/items`),
 * otherwise the folder. A module may itself be divided (`documents/editor/lines`).
 * @param {string} path
 */
export function roomOf(path) {
  const [folder, ...below] = path.split("/").slice(0, -1);
  return below.reduce((room, next) => (HOUSES.includes(room) ? `${room}/${next}` : room), folder ?? ".");
}

/** @param {string} folder */
const floorOf = (folder) => FLOORS.findIndex((floor) => floor.includes(folder));

/**
 * Why an import is not allowed; null if it is.
 * @param {Import} found
 * @returns {string | null}
 */
function refusal({ from, to }) {
  const [folder, target] = [folderOf(from), folderOf(to)];
  const [room, aim] = [roomOf(from), roomOf(to)];
  if (to.startsWith("..")) return `${room} imports ${to}, outside of src`;
  if (folder === FOR_TESTS) return null;
  if (target === FOR_TESTS) return TEST.test(from) ? null : `${room} imports ${aim}, which is for tests only`;
  const unknown = [folder, target].find((one) => floorOf(one) < 0);
  if (unknown) return `${unknown} is on no floor; give it one in scripts/floors.mjs`;
  if (room === aim) return null;
  if (folder === target) {
    return APART.includes(folder)
      ? `${room} imports ${aim}: rooms of ${folder} know nothing of each other; what both need belongs a floor down`
      : null;
  }
  return floorOf(target) < floorOf(folder) ? null : `${room} imports ${aim}, which is not below it`;
}

/**
 * Finds import cycles, described by the imports that form them.
 * @param {Import[]} imports
 * @returns {string[]}
 */
function circles(imports) {
  /** @type {Map<string, Map<string, Import>>} */
  const arrows = new Map();
  for (const found of imports) {
    const [room, aim] = [roomOf(found.from), roomOf(found.to)];
    if (room === aim || [room, aim].includes(FOR_TESTS)) continue;
    const from = arrows.get(room) ?? new Map();
    arrows.set(room, from);
    if (!from.has(aim)) from.set(aim, found);
  }
  /** @param {string} start @param {string} goal */
  const leads = (start, goal) => {
    const seen = new Set([start]);
    for (const room of seen) for (const next of arrows.get(room)?.keys() ?? []) seen.add(next);
    return seen.has(goal);
  };
  return [...arrows].flatMap(([room, aims]) =>
    [...aims]
      .filter(([aim]) => leads(aim, room))
      .map(([aim, found]) => told(found, `${room} imports ${aim}, which leads back to ${room}: a circle`)),
  );
}

/** @param {Import} found @param {string} why */
const told = ({ from, line }, why) => `src/${from}:${line}  ${why}`;

/**
 * Everything wrong with the imports, one sentence each.
 * @param {Import[]} imports
 * @returns {string[]}
 */
export function wrongArrows(imports) {
  const refused = imports.flatMap((found) => {
    const why = refusal(found);
    return why ? [told(found, why)] : [];
  });
  // An upward import turns allowed ones into cycles, so cycles are reported only if nothing else is wrong.
  return refused.length > 0 ? refused : circles(imports);
}
