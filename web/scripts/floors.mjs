/**
 * The layers of `src` ('floors' in the code), lowest first. A folder imports only from lower layers; folders
 * in one layer don't import each other. The last layer is `src` itself, with the pages' entry points.
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

/**
 * Folders divided into modules: one for each capability (`entities/contacts`), or for each task of a user.
 */
export const HOUSES = ["entities", "documents", "documents/editor", "features"];

/** Folders whose modules don't import each other; in the others they may, without cycles. */
export const APART = ["features"];

/**
 * The helpers of the component tests. They are in no layer: they open the whole app, and only tests import
 * them.
 */
export const FOR_TESTS = "testing";
