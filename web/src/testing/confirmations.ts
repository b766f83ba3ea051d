// Confirmation dialogs: a button opens one, and only confirming it sends a request.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "./axe";
import { type ApiCall, mockFault, mockHeldResponse, mockResponse, respondJson } from "./network";
import { openSignedIn } from "./open-app";

interface ConfirmationSpec<C extends ApiCall> {
  path: string;
  /** Mocks the screen's own requests. */
  besides: () => void;
  /** The names of the buttons and menu items to press until the dialog opens. */
  presses: (string | RegExp)[];
  /** The dialog's title. */
  title: string;
  confirm: string;
  /** The button that changes nothing. */
  cancel?: string;
  call: C;
  answer?: unknown;
  /** The expected request. */
  sends: { params?: Record<string, string>; body?: unknown };
  /** The toast or the page that is expected afterwards. */
  done: { says?: string | RegExp; at?: string };
  /** Mocks the requests that follow. */
  afterwards?: () => void;
  /** The toast's title after a failure; omitted if the toast contains only the reason. */
  failed?: string;
}

const REFUSAL_REASON = "It has just changed elsewhere.";

const hasName = (element: Element, name: string | RegExp) => {
  const elementName = element.getAttribute("aria-label") ?? element.textContent ?? "";
  return typeof name === "string" ? elementName === name : name.test(elementName);
};

async function pressByName(user: UserEvent, name: string | RegExp) {
  const button = await waitFor(() => {
    const all = [...screen.queryAllByRole("menuitem"), ...screen.queryAllByRole("button")];
    const found = all.find((one) => hasName(one, name));
    if (!found) throw new Error(`Nothing to press is called ${name}.`);
    return found;
  });
  await user.click(button);
}

const findDialog = (title: string) => screen.findByRole("dialog", { name: title });

/**
 * Checks that an action which can't be undone asks first, happens once, and displays the reason when it
 * failed.
 */
export function describeConfirmation<C extends ApiCall>(name: string, spec: ConfirmationSpec<C>): void {
  const { path, besides, presses, title, confirm, cancel = "Cancel", call, answer, done } = spec;
  const openDialog = async (user: UserEvent) => {
    for (const name of presses) await pressByName(user, name);
    return within(await findDialog(title));
  };
  const expectNothingDone = () => {
    if (done.says) expect(screen.queryByText(done.says)).toBeNull();
    if (done.at) expect(location.pathname).not.toBe(done.at);
  };

  describe(name, () => {
    it("asks first, does nothing if declined, and acts once", async () => {
      const { sent, release } = mockHeldResponse(call, answer as never);
      besides();
      const user = await openSignedIn(path);
      for (const decline of [cancel, "Close"]) {
        const dialog = await openDialog(user);
        await user.click(dialog.getByRole("button", { name: decline }));
        await waitFor(() => expect(screen.queryByRole("dialog", { name: title })).toBeNull());
      }
      await openDialog(user);
      await user.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("dialog", { name: title })).toBeNull());
      expect(sent).toEqual([]);

      const reopened = await openDialog(user);
      await expectAccessible(screen.getByRole("dialog", { name: title }));
      const button = reopened.getByRole("button", { name: confirm });
      await user.click(button);
      await waitFor(() => expect(sent).toHaveLength(1));
      // A second press before the response arrives: by then the button is busy or gone.
      await waitFor(() => expect(button.isConnected && !(button as HTMLButtonElement).disabled).toBe(false));
      if (button.isConnected) await user.click(button);
      expectNothingDone();
      spec.afterwards?.();
      release();
      if (done.says) await screen.findByText(done.says);
      await waitFor(() => {
        if (done.at) expect(location.pathname).toBe(done.at);
        expect(screen.queryByRole("dialog", { name: title })).toBeNull();
      });
      expect(sent).toHaveLength(1);
      expect(sent[0]).toMatchObject(spec.sends);
      if (!("body" in spec.sends)) expect(sent[0]?.body).toBeUndefined();
    });

    it("says why it was not done, and nothing else", async () => {
      const sent = mockFault(call, respondJson(409, { message: REFUSAL_REASON }));
      besides();
      const user = await openSignedIn(path);
      const dialog = await openDialog(user);
      await user.click(dialog.getByRole("button", { name: confirm }));
      await screen.findByText(REFUSAL_REASON);
      if (spec.failed) screen.getByText(spec.failed);
      expectNothingDone();
      expect(sent).toHaveLength(1);
      // It can be tried again.
      mockResponse(call, answer as never);
    });
  });
}
