// The arrows between the rooms of `src`: downwards only, and never in a circle.

import { APART, FLOORS, FOR_TESTS, HOUSES } from "./floors.mjs";

/** @typedef {import("./imports.mjs").Import} Import */

const TEST = /\.test\.tsx?$/;

/** @param {string} path */
function folderOf(path) {
  const [folder, below] = path.split("/");
  return folder && below ? folder : ".";
}

/**
 * The room of a module: its capability where the folder has such (`features/items`), else the folder. A room may be
 * a house of its own (`documents/editor/lines`).
 * @param {string} path
 */
export function roomOf(path) {
  const [folder, ...below] = path.split("/").slice(0, -1);
  return below.reduce((room, next) => (HOUSES.includes(room) ? `${room}/${next}` : room), folder ?? ".");
}

/** @param {string} folder */
const floorOf = (folder) => FLOORS.findIndex((floor) => floor.includes(folder));

/**
 * Why one import may not be, null when it may.
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
 * The arrows that go in a circle, told as the imports that draw them.
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
 * Everything wrong with the arrows, a sentence each.
 * @param {Import[]} imports
 * @returns {string[]}
 */
export function wrongArrows(imports) {
  const refused = imports.flatMap((found) => {
    const why = refusal(found);
    return why ? [told(found, why)] : [];
  });
  // An arrow upwards makes circles of good ones; say what is wrong, and the circles when nothing else is.
  return refused.length > 0 ? refused : circles(imports);
}
