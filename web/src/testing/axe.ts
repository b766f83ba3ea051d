// The rules of accessibility that can be told without a layout: names, roles, states, and what belongs into what.
import axe from "axe-core";
import { expect } from "vitest";

const options: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
  rules: {
    // Nothing is painted here, and a part is no page.
    "color-contrast": { enabled: false },
    "target-size": { enabled: false },
    region: { enabled: false },
    "page-has-heading-one": { enabled: false },
    "landmark-one-main": { enabled: false },
  },
};

/** Radix puts these around a dialog, to keep the focus inside it. */
const FOCUS_GUARDS = "[data-radix-focus-guard]";

/** Fails with each rule that is broken, and where. */
export async function expectAccessible(node: Element = document.body): Promise<void> {
  const { violations, passes } = await axe.run({ include: node, exclude: FOCUS_GUARDS }, options);
  expect(passes.length).toBeGreaterThan(0);
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
}
