// @vitest-environment window
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { House } from "lucide-react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import { expectAccessible } from "../testing/axe";
import { Badge } from "./Badge";
import { Banner } from "./Banner";
import { Button } from "./Button";
import { Checkbox, Switch } from "./Checkbox";
import { ConflictChoice } from "./ConflictChoice";
import { DataTable } from "./DataTable";
import { DateField } from "./DateField";
import { ConfirmDialog, Dialog } from "./Dialog";
import { Disclosure } from "./Disclosure";
import { FilterChips } from "./FilterChips";
import { IconButton } from "./IconButton";
import { LabelledAmount } from "./LabelledAmount";
import { MoneyField, NumberField } from "./NumberField";
import { PageLinkList } from "./PageLinkList";
import { PicturePicker } from "./PicturePicker";
import { SearchBox } from "./SearchBox";
import { SelectField } from "./SelectField";
import { FormSkeleton, ListSkeleton } from "./Skeleton";
import { EmptyState, ErrorState } from "./States";
import { SegmentedControl, Tabs } from "./Tabs";
import { PasswordField, TextArea, TextField } from "./TextField";
import { TooltipProvider } from "./Tooltip";

afterEach(cleanup);

const ignore = () => {};
const FIELD = { label: "Name", help: "As customers know you.", error: "Enter a name." };
const OPTIONS = [
  { value: "a", label: "Hours" },
  { value: "b", label: "Days" },
];

/** Each component in the states in which pages show it. */
const PARTS: [string, ReactNode][] = [
  ["buttons", [<Button key="1">Save</Button>, <Button key="2" busy busyLabel="Saving…" />]],
  ["a button that is an icon", <IconButton key="1" label="More" icon={<House aria-hidden />} />],
  ["a text field", <TextField key="1" {...FIELD} optional />],
  ["a field whose label is for screen readers", <TextField key="1" label="Name" hideLabel />],
  ["a password", <PasswordField key="1" {...FIELD} />],
  ["a text of several lines", <TextArea key="1" {...FIELD} />],
  ["a number", <NumberField key="1" {...FIELD} value="3" onValueChange={ignore} suffix="hours" />],
  ["an amount", <MoneyField key="1" {...FIELD} value="3.00" onValueChange={ignore} />],
  ["a date", <DateField key="1" {...FIELD} value="2026-09-01" onValueChange={ignore} />],
  ["a list to choose from", <SelectField key="1" {...FIELD} options={OPTIONS} />],
  ["a tick box", <Checkbox key="1" label="Ask" help="Each time." checked onCheckedChange={ignore} />],
  ["a switch", <Switch key="1" label="Ask" checked={false} disabled onCheckedChange={ignore} />],
  [
    "choices side by side",
    <SegmentedControl key="1" label="Unit" value="a" onValueChange={ignore} options={OPTIONS} />,
  ],
  [
    "tabs",
    <Tabs
      key="1"
      label="Parts"
      value="a"
      onValueChange={ignore}
      tabs={OPTIONS.map((tab) => ({ ...tab, count: 2, content: tab.label }))}
    />,
  ],
  [
    "chips",
    <FilterChips
      key="1"
      label="Status"
      value="a"
      onValueChange={ignore}
      options={OPTIONS}
      toggle={{ label: "Archived", icon: House, on: false, onChange: ignore }}
    />,
  ],
  ["a search", <SearchBox key="1" label="Search items" value="tap" onValueChange={ignore} />],
  [
    "a disclosure",
    <Disclosure key="1" label="More" hint="Rarely needed">
      <TextField label="Name" />
    </Disclosure>,
  ],
  [
    "a choice between two edits",
    <ConflictChoice
      key="1"
      conflict={{ field: "Job", stood: "Tap", mine: "Taps", theirs: "Sink" }}
      theirsHint="Changed at 14:05"
      chosen="mine"
      onChoose={ignore}
    />,
  ],
  [
    "a picture picker",
    <PicturePicker
      key="1"
      names={{ camera: "Photo of a receipt", library: "Photos of receipts" }}
      chooseLabel="Choose"
      isFull={false}
      onPick={ignore}
      className=""
    />,
  ],
  [
    "a list of links",
    <PageLinkList key="1" links={[{ to: "/owed", label: "Who owes me", hint: "All", icon: House }]} />,
  ],
  [
    "a table",
    <DataTable
      key="1"
      label="Items"
      rows={[{ name: "Tap", price: "£85.00" }]}
      rowKey={({ name }) => name}
      columns={[
        { id: "name", header: "Name", firstDirection: "asc", cell: ({ name }) => name },
        { id: "price", header: "Price", align: "right", cell: ({ price }) => price },
      ]}
      sorting={{ by: "name", direction: "asc", onSort: ignore }}
      to={({ name }) => `/items/${name}`}
      rowActions={({ name }) => <Button>{`More for ${name}`}</Button>}
      foot={[{ label: "1 item", sums: { price: "£85.00" } }]}
      card={({ name, price }) => ({ title: name, amount: price })}
    />,
  ],
  [
    "a table whose rows are chosen",
    <DataTable
      key="1"
      label="Items"
      rows={[{ name: "Tap" }]}
      rowKey={({ name }) => name}
      columns={[{ id: "name", header: "Name", cell: ({ name }) => name }]}
      selection={{
        has: () => true,
        name: ({ name }) => name,
        onToggle: ignore,
        all: true,
        onToggleAll: ignore,
      }}
      card={({ name }) => ({ title: name })}
    />,
  ],
  [
    "a labelled amount",
    <dl key="1">
      <LabelledAmount label="Owed" text="£85.00" />
    </dl>,
  ],
  ["a badge", <Badge key="1" tone="green" label="Paid" />],
  [
    "a banner",
    <Banner key="1" tone="red" title="Not saved" live>
      Try again.
    </Banner>,
  ],
  ["loading placeholders", [<ListSkeleton key="1" />, <FormSkeleton key="2" />]],
  [
    "an empty state",
    <EmptyState key="1" icon={House} title="Nothing yet" action={<Button>Add</Button>}>
      Add one.
    </EmptyState>,
  ],
  ["an error state", <ErrorState key="1" title="It failed" message="Try again." onRetry={ignore} />],
  [
    "a dialog",
    <Dialog
      key="1"
      open
      onOpenChange={ignore}
      title="Rename"
      description="It is called so."
      footer={<Button>Save</Button>}
    >
      <TextField label="Name" />
    </Dialog>,
  ],
  ["a dialog without a description", <Dialog key="1" open onOpenChange={ignore} title="Rename" />],
  [
    "a confirmation",
    <ConfirmDialog
      key="1"
      open
      busy
      onOpenChange={ignore}
      title="Delete it?"
      description="It is gone then."
      confirmLabel="Delete"
      onConfirm={ignore}
    />,
  ],
];

it.each(PARTS)("is accessible: %s", async (_, part) => {
  render(
    <MemoryRouter>
      <TooltipProvider>{part}</TooltipProvider>
    </MemoryRouter>,
  );
  await expectAccessible();
});

it.each([
  [
    "a button that is busy",
    (press: () => void) => (
      <Button busy onClick={press}>
        Save
      </Button>
    ),
  ],
  [
    "a button that is disabled",
    (press: () => void) => (
      <Button disabled onClick={press}>
        Save
      </Button>
    ),
  ],
  [
    "an icon that is disabled",
    (press: () => void) => <IconButton disabled label="Save" icon={null} onClick={press} />,
  ],
])("cannot be pressed: %s", async (_, part) => {
  let pressed = 0;
  const Part = part;
  render(<TooltipProvider>{Part(() => pressed++)}</TooltipProvider>);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  const user = userEvent.setup({ delay: null });
  await user.click(button);
  button.focus();
  await user.keyboard("{Enter} ");
  expect(pressed).toBe(0);
});

it("says that it is busy, and what it does meanwhile", () => {
  render(
    <Button busy busyLabel="Saving…">
      Save
    </Button>,
  );
  expect(screen.getByRole("button", { name: "Saving…" }).getAttribute("aria-busy")).toBe("true");
});

it.each([
  ["a tick box", Checkbox, "checkbox"],
  ["a switch", Switch, "switch"],
] as const)(
  "is switched by its label and by the space bar, but not while disabled: %s",
  async (_, Part, role) => {
    const turned: boolean[] = [];
    const props = { label: "Remind them", checked: false, onCheckedChange: (on: boolean) => turned.push(on) };
    const { rerender } = render(<Part {...props} />);
    const user = userEvent.setup({ delay: null });
    await user.click(screen.getByText("Remind them"));
    screen.getByRole(role, { name: "Remind them" }).focus();
    await user.keyboard(" ");
    expect(turned).toEqual([true, true]);
    rerender(<Part {...props} disabled />);
    await user.click(screen.getByText("Remind them"));
    expect(turned).toHaveLength(2);
  },
);

it("hides its content until it is opened, and keeps what was typed there", async () => {
  render(
    <Disclosure label="More">
      <TextField label="Name" />
    </Disclosure>,
  );
  const user = userEvent.setup({ delay: null });
  const button = screen.getByRole("button", { name: "More", expanded: false });
  expect(screen.queryByRole("textbox", { name: "Name" })).toBeNull();
  await user.click(button);
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Tap");
  await user.click(screen.getByRole("button", { name: "More", expanded: true }));
  expect(screen.queryByRole("textbox", { name: "Name" })).toBeNull();
  await user.click(button);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Tap");
});

it.each([
  ["a text field", <TextField key="1" {...FIELD} />],
  ["a text of several lines", <TextArea key="1" {...FIELD} />],
  ["a number", <NumberField key="1" {...FIELD} value="" onValueChange={ignore} />],
  ["a date", <DateField key="1" {...FIELD} value="" onValueChange={ignore} />],
  ["a list to choose from", <SelectField key="1" {...FIELD} options={OPTIONS} />],
])("describes the field by its error and its help: %s", (_, part) => {
  render(part);
  const field = screen.getByLabelText("Name");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const said = (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);
  expect(said).toEqual(["Enter a name.", "As customers know you."]);
});
