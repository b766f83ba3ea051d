// The accessibility rules that can be checked without a layout: names, roles, states and nesting.
import axe from "axe-core";
import { expect } from "vitest";

const options: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
  rules: {
    // Tests have neither colours nor sizes, and a component isn't a whole page.
    "color-contrast": { enabled: false },
    "target-size": { enabled: false },
    region: { enabled: false },
    "page-has-heading-one": { enabled: false },
    "landmark-one-main": { enabled: false },
  },
};

/** Radix adds these around a dialog to trap the focus. */
const FOCUS_GUARDS = "[data-radix-focus-guard]";

/** Fails if an accessibility rule is broken; lists each broken rule with the HTML of the element. */
export async function expectAccessible(node: Element = document.body): Promise<void> {
  const { violations, passes } = await axe.run({ include: node, exclude: FOCUS_GUARDS }, options);
  expect(passes.length).toBeGreaterThan(0);
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
}
