/**
 * The floors of `src`, the lowest first. A folder imports from the floors below its own; folders of one floor know
 * nothing of each other. The last floor is what lies in `src` itself: the pages' start.
 */
export const FLOORS = [
  ["api", "ui"],
  ["offline", "rules"],
  ["entities"],
  ["documents"],
  ["features"],
  ["app"],
  ["."],
];

/** Folders with a room for each capability (`entities/contacts`), or for each thing that a person does. */
export const HOUSES = ["entities", "documents", "documents/editor", "features"];

/** Houses whose rooms know nothing of each other; in the others rooms may, without going in a circle. */
export const APART = ["features"];

/** The helpers of the component tests. They are on no floor: they open the whole app, and only tests import them. */
export const FOR_TESTS = "testing";
