import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { Button, type ButtonProps } from "./Button";

/** The element that a button is drawn as. */
const drawn = (props: ButtonProps) => Button(props) as ReactElement<Record<string, unknown>>;

it("gives its looks to the link in it, which keeps what it says of itself", () => {
  const link = (
    <a href="/quotes" className="mt-2" title="its own">
      Quotes
    </a>
  );
  const { type, props } = drawn({ asChild: true, block: true, title: "the button's", children: link });
  expect(type).toBe("a");
  expect(props).toMatchObject({ href: "/quotes", title: "its own", children: "Quotes" });
  expect(props.className).toMatch(/^inline-flex .* w-full mt-2$/);
});

it("tells both of a press, the link first", () => {
  const pressed: string[] = [];
  const link = (
    <a href="/quotes" onClick={() => pressed.push("link")}>
      Quotes
    </a>
  );
  const { props } = drawn({ asChild: true, onClick: () => pressed.push("button"), children: link });
  (props.onClick as () => void)();
  expect(pressed).toEqual(["link", "button"]);
});
