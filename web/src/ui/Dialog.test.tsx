// @vitest-environment window
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Button } from "./Button";
import { ConfirmDialog, Dialog, DialogFooter } from "./Dialog";
import { DropdownMenu } from "./DropdownMenu";
import { TextField } from "./TextField";
import { TooltipProvider } from "./Tooltip";

afterEach(cleanup);

type Props = Partial<ComponentProps<typeof Dialog>>;

/** A page with a button that opens a dialog, and another button behind the dialog. */
function DialogPage({ dialog = {} }: { dialog?: Props }) {
  const [open, setOpen] = useState(false);
  return (
    <TooltipProvider>
      <Button>Before</Button>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Dialog
        title="Rename it"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary">Save</Button>
          </>
        }
        {...dialog}
        open={open}
        onOpenChange={setOpen}
      />
    </TooltipProvider>
  );
}

async function openPage(dialog?: Props) {
  render(<DialogPage dialog={dialog} />);
  const user = userEvent.setup({ delay: null });
  const opener = screen.getByRole("button", { name: "Rename" });
  await user.click(opener);
  return { user, opener, dialog: await screen.findByRole("dialog", { name: "Rename it" }) };
}

/** A page whose button disappears once its dialog is confirmed. */
function JobPage() {
  const [isDone, setDone] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <TooltipProvider>
      <section aria-label="Job">
        {isDone ? "Done." : <Button onClick={() => setOpen(true)}>Finish</Button>}
      </section>
      <Dialog
        title="Is it done?"
        open={open}
        onOpenChange={setOpen}
        footer={
          <Button
            onClick={() => {
              setDone(true);
              setOpen(false);
            }}
          >
            Yes
          </Button>
        }
      />
    </TooltipProvider>
  );
}

/** A form that renders its own button. */
function RenameForm({ onSave }: { onSave: () => void }) {
  return (
    <form
      id="rename"
      aria-label="Rename"
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <TextField label="Name" />
      <DialogFooter>
        <Button type="submit" form="rename">
          Save name
        </Button>
      </DialogFooter>
    </form>
  );
}

const waitForClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("a dialog", () => {
  it("keeps a form's own button out of what scrolls", async () => {
    let saves = 0;
    const { user, dialog } = await openPage({
      footer: undefined,
      children: <RenameForm onSave={() => saves++} />,
    });
    const button = await within(dialog).findByRole("button", { name: "Save name" });
    expect(within(dialog).getByRole("form", { name: "Rename" }).contains(button)).toBe(false);
    expect(button.closest("footer")?.parentElement).toBe(dialog);
    await user.click(button);
    expect(saves).toBe(1);
  });

  it("leaves the button of a form outside a dialog where it is", () => {
    render(<RenameForm onSave={() => {}} />);
    const button = screen.getByRole("button", { name: "Save name" });
    expect(screen.getByRole("form", { name: "Rename" }).contains(button)).toBe(true);
  });

  it("opens on its first field", async () => {
    await openPage({ children: <TextField label="Name" /> });
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name" }));
  });

  it("focuses itself if it has no field, not its close button", async () => {
    const { dialog } = await openPage();
    expect(document.activeElement).toBe(dialog);
  });

  it("is described by its description, if it has one", async () => {
    const { dialog } = await openPage({ description: "Customers see the new name." });
    const id = dialog.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(id)?.textContent).toBe("Customers see the new name.");
    cleanup();
    const without = await openPage();
    expect(without.dialog.getAttribute("aria-describedby")).toBeNull();
  });

  it.each([
    ["does not scroll to a button that is in view", 0, true],
    ["scrolls to one that is not", -200, false],
  ])("returns the focus, and %s", async (_, top, preventScroll) => {
    const { user, opener } = await openPage();
    vi.spyOn(opener, "getBoundingClientRect").mockReturnValue(new DOMRect(0, top, 100, 48));
    const focused = vi.spyOn(opener, "focus");
    await user.keyboard("{Escape}");
    await waitForClosed();
    expect(document.activeElement).toBe(opener);
    expect(focused.mock.lastCall).toEqual([{ preventScroll }]);
  });

  it("leaves the focus to the part of the page around a button that is gone", async () => {
    render(<JobPage />);
    const user = userEvent.setup({ delay: null });
    await user.click(screen.getByRole("button", { name: "Finish" }));
    await user.click(await screen.findByRole("button", { name: "Yes" }));
    await waitForClosed();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Job" })));
  });

  it("keeps the focus inside", async () => {
    const { user, dialog } = await openPage({ children: <TextField label="Name" /> });
    const reached = new Set<Element | null>();
    for (let at = 0; at < 6; at++) {
      await user.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
      reached.add(document.activeElement);
    }
    for (let at = 0; at < 6; at++) {
      await user.tab({ shift: true });
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
    // The field, both buttons and the close button.
    expect(reached.size).toBe(4);
  });

  it("hides the page behind it from screen readers", async () => {
    await openPage();
    expect(screen.queryByRole("button", { name: "Before" })).toBeNull();
  });

  it.each([
    ["Escape", (user: ReturnType<typeof userEvent.setup>) => user.keyboard("{Escape}")],
    [
      "its close button",
      (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("button", { name: "Close" })),
    ],
    [
      "its own button",
      (user: ReturnType<typeof userEvent.setup>) =>
        user.click(screen.getByRole("button", { name: "Cancel" })),
    ],
  ])("is closed by %s, and returns the focus to where it came from", async (_, close) => {
    const { user, opener } = await openPage({ children: <TextField label="Name" /> });
    await close(user);
    await waitForClosed();
    await waitFor(() => expect(document.activeElement).toBe(opener));
    screen.getByRole("button", { name: "Before" });
  });
});

/** A page whose dialog is opened from a menu. */
function PageWithMenu() {
  const [open, setOpen] = useState(false);
  return (
    <TooltipProvider>
      <DropdownMenu
        trigger={<Button>More</Button>}
        items={[{ label: "Delete", onSelect: () => setOpen(true) }]}
      />
      {open && <Dialog open onOpenChange={setOpen} title="Delete it?" />}
    </TooltipProvider>
  );
}

it("returns the focus to the button of the menu that it was opened from", async () => {
  render(<PageWithMenu />);
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete it?" });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard("{Escape}");
  await waitForClosed();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "More" })));
});

describe("a confirmation", () => {
  const ask = (more: Partial<ComponentProps<typeof ConfirmDialog>> = {}) => {
    const calls: string[] = [];
    const asked = (
      <TooltipProvider>
        <ConfirmDialog
          open
          onOpenChange={(open) => calls.push(open ? "open" : "close")}
          title="Delete it?"
          description="It is gone then."
          confirmLabel="Delete"
          onConfirm={() => calls.push("confirm")}
          {...more}
        />
      </TooltipProvider>
    );
    render(asked);
    return {
      calls,
      user: userEvent.setup({ delay: null }),
      dialog: within(screen.getByRole("dialog", { name: "Delete it?" })),
    };
  };

  it("is answered by its button alone", async () => {
    const { calls, user, dialog } = ask();
    dialog.getByText("It is gone then.");
    await user.keyboard("{Enter}");
    expect(calls).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    expect(calls).toEqual(["confirm"]);
  });

  it.each(["Cancel", "Close"])("is declined by %s", async (name) => {
    const { calls, user, dialog } = ask();
    await user.click(dialog.getByRole("button", { name }));
    expect(calls).toEqual(["close"]);
  });

  it("is declined by Escape", async () => {
    const { calls, user } = ask();
    await user.keyboard("{Escape}");
    expect(calls).toEqual(["close"]);
  });

  it("can name on its other button what stays, such as 'Keep Plus'", () => {
    const { dialog } = ask({ cancelLabel: "Keep Plus" });
    dialog.getByRole("button", { name: "Keep Plus" });
    expect(dialog.queryByRole("button", { name: "Cancel" })).toBeNull();
  });

  it("takes no second answer while the first is under way", async () => {
    const { calls, user, dialog } = ask({ busy: true });
    await user.dblClick(dialog.getByRole("button", { name: "Delete" }));
    expect(calls).toEqual([]);
  });
});
