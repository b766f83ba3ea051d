// @vitest-environment window
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Link, MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import { Button } from "./Button";
import { DropdownMenu } from "./DropdownMenu";
import { IconButton } from "./IconButton";
import { markAsWrite, SupportViewContext } from "./support-view";
import { TooltipProvider } from "./Tooltip";

afterEach(cleanup);

it("styles the link inside it, which keeps its own attributes", () => {
  render(
    <Button asChild block title="the button's">
      <a href="/quotes" className="mt-2" title="its own">
        Quotes
      </a>
    </Button>,
  );
  const link = screen.getByRole("link", { name: "Quotes" });
  expect([link.getAttribute("href"), link.title]).toEqual(["/quotes", "its own"]);
  expect(link.className).toMatch(/^inline-flex .* w-full mt-2$/);
});

it("calls both click handlers, the link's first", async () => {
  const pressed: string[] = [];
  render(
    <Button asChild onClick={() => pressed.push("button")}>
      {/* biome-ignore lint/a11y/useValidAnchor: the link has no target in a test */}
      <a href="#quotes" onClick={() => pressed.push("link")}>
        Quotes
      </a>
    </Button>,
  );
  await userEvent.click(screen.getByRole("link"));
  expect(pressed).toEqual(["link", "button"]);
});

/** Renders a screen as support sees it, with `/edit` as the only address that writes. */
const renderForSupport = (screen: ReactNode) =>
  render(
    <MemoryRouter>
      <SupportViewContext value={(path) => path === "/edit"}>{screen}</SupportViewContext>
    </MemoryRouter>,
  );

const listTexts = (role: string) => screen.queryAllByRole(role).map(({ textContent }) => textContent);

it("offers support nothing that writes", () => {
  const nothing = () => {};
  renderForSupport(
    <>
      <Button variant="primary">Send</Button>
      <Button variant="danger">Delete</Button>
      <Button onClick={markAsWrite(() => {})}>Duplicate</Button>
      <Button writes>Add an extra</Button>
      <Button onClick={nothing}>Try again</Button>
      <Button variant="primary" writes={false}>
        Show
      </Button>
      <Button asChild>
        <Link to="/edit">Edit</Link>
      </Button>
      <Button asChild variant="primary">
        <Link to="/quotes">All quotes</Link>
      </Button>
    </>,
  );
  expect(listTexts("button")).toEqual(["Try again", "Show"]);
  expect(listTexts("link")).toEqual(["All quotes"]);
});

it("offers support no icon and no link that writes", () => {
  const nothing = () => {};
  renderForSupport(
    <TooltipProvider>
      <IconButton label="Remove" icon={null} writes onClick={nothing} />
      <IconButton label="Remove it" icon={null} onClick={markAsWrite(() => {})} />
      <IconButton label="Next" icon={null} onClick={nothing} />
      <Button asChild writes>
        <a href="sms:?body=Hello">Text</a>
      </Button>
      <Button asChild>
        <a href="tel:01904">Call</a>
      </Button>
    </TooltipProvider>,
  );
  expect(screen.queryAllByRole("button").map((one) => one.getAttribute("aria-label"))).toEqual(["Next"]);
  expect(listTexts("link")).toEqual(["Call"]);
});

it("keeps in a menu what support can do, and leaves out an empty menu", async () => {
  const deeds = [
    { label: "Edit", to: "/edit" },
    { label: "Download PDF", file: "/api/pdf" },
    { label: "Archive", onSelect: () => {} },
  ];
  const reading = [
    { label: "Print", onSelect: () => {}, reads: true },
    { label: "Compare versions", to: "/versions" },
  ];
  renderForSupport(
    <>
      <DropdownMenu trigger={<Button>More</Button>} items={[...deeds, ...reading]} />
      <DropdownMenu trigger={<Button>Others</Button>} items={() => deeds} />
    </>,
  );
  expect(listTexts("button")).toEqual(["More"]);
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
    "Print",
    "Compare versions",
  ]);
});
