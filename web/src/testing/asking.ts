// What asks before it acts: a press opens the question, and only its answer sends anything.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { answers, type Call, fails, holds, json } from "./network";
import { openSignedIn } from "./open";

interface Asking<C extends Call> {
  path: string;
  /** What the screen asks for. */
  besides: () => void;
  /** The presses up to the question: of buttons and of menu items, by their names. */
  presses: (string | RegExp)[];
  /** The question. */
  title: string;
  confirm: string;
  /** What leaves all as it is. */
  cancel?: string;
  call: C;
  answer?: unknown;
  /** What is sent with it. */
  sends: { params?: Record<string, string>; body?: unknown };
  /** What is said, or where the browser is, once it is done. */
  done: { says?: string | RegExp; at?: string };
  /** What else is asked for once it is done. */
  afterwards?: () => void;
  /** Said over the reason where it failed; left out where the reason is all. */
  failed?: string;
}

const REASON = "It has just changed elsewhere.";

const isCalled = (element: Element, name: string | RegExp) => {
  const words = element.getAttribute("aria-label") ?? element.textContent ?? "";
  return typeof name === "string" ? words === name : name.test(words);
};

async function press(user: UserEvent, name: string | RegExp) {
  const button = await waitFor(() => {
    const all = [...screen.queryAllByRole("menuitem"), ...screen.queryAllByRole("button")];
    const found = all.find((one) => isCalled(one, name));
    if (!found) throw new Error(`Nothing to press is called ${name}.`);
    return found;
  });
  await user.click(button);
}

const question = (title: string) => screen.findByRole("dialog", { name: title });

/** Asks of a deed that cannot be undone that it asks first, is done once, and says why where it is not done. */
export function describeAsking<C extends Call>(name: string, of: Asking<C>): void {
  const { path, besides, presses, title, confirm, cancel = "Cancel", call, answer, done } = of;
  const begin = async (user: UserEvent) => {
    for (const name of presses) await press(user, name);
    return within(await question(title));
  };
  const expectNothingDone = () => {
    if (done.says) expect(screen.queryByText(done.says)).toBeNull();
    if (done.at) expect(location.pathname).not.toBe(done.at);
  };

  describe(name, () => {
    it("asks first, does nothing where that is declined, and is done once", async () => {
      const { sent, release } = holds(call, answer as never);
      besides();
      const user = await openSignedIn(path);
      for (const decline of [cancel, "Close"]) {
        const dialog = await begin(user);
        await user.click(dialog.getByRole("button", { name: decline }));
        await waitFor(() => expect(screen.queryByRole("dialog", { name: title })).toBeNull());
      }
      await begin(user);
      await user.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("dialog", { name: title })).toBeNull());
      expect(sent).toEqual([]);

      const again = await begin(user);
      const button = again.getByRole("button", { name: confirm });
      await user.click(button);
      await waitFor(() => expect(sent).toHaveLength(1));
      // A second press, before it is answered: by then the button is drawn as busy, or is gone.
      await waitFor(() => expect(button.isConnected && !(button as HTMLButtonElement).disabled).toBe(false));
      if (button.isConnected) await user.click(button);
      expectNothingDone();
      of.afterwards?.();
      release();
      if (done.says) await screen.findByText(done.says);
      await waitFor(() => {
        if (done.at) expect(location.pathname).toBe(done.at);
        expect(screen.queryByRole("dialog", { name: title })).toBeNull();
      });
      expect(sent).toHaveLength(1);
      expect(sent[0]).toMatchObject(of.sends);
      if (!("body" in of.sends)) expect(sent[0]?.body).toBeUndefined();
    });

    it("says why it was not done, and nothing else", async () => {
      const sent = fails(call, json(409, { message: REASON }));
      besides();
      const user = await openSignedIn(path);
      const dialog = await begin(user);
      await user.click(dialog.getByRole("button", { name: confirm }));
      await screen.findByText(REASON);
      if (of.failed) screen.getByText(of.failed);
      expectNothingDone();
      expect(sent).toHaveLength(1);
      // It can be tried again.
      answers(call, answer as never);
    });
  });
}
