// Tests of a form for a record: each field shows the record's own value under its own label, is sent under
// its own name, and displays the server's error for it. All values of the record in such a test must be
// different.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { type ApiCall, mockFault, respondJson } from "./network";
import { openSignedIn } from "./open-app";

interface FormFieldsSpec<C extends ApiCall> {
  path: string;
  /** Mocks the form's own requests. */
  besides: () => void;
  call: C;
  button: string;
  /**
   * The fields by label: the path on the server and the displayed value. 'Job address 1 > County' is inside a
   * group.
   */
  fields: Record<string, [path: string, shown: string]>;
  /** Tick boxes and choices, which the server never refuses: 'on', 'off' or the label of the choice. */
  choices?: Record<string, string>;
  /** Opens the form if the page only links to it, and waits for anything it loads besides its record. */
  ready?: (user: UserEvent) => Promise<unknown>;
  /** The request body if nothing is changed. */
  sends: object;
  /** Makes the changes that are necessary before the form can be saved. */
  change?: (user: UserEvent) => Promise<void>;
}

function findField(label: string): HTMLElement {
  const [group, name] = label.includes(" > ") ? label.split(" > ") : [null, label];
  const place = group === null ? screen : within(screen.getByRole("group", { name: group }));
  return place.getAllByLabelText(name ?? "")[0] as HTMLElement;
}

/** What a field displays: its text, the label of its choice, or whether it is on. */
function readField(field: HTMLElement): string {
  const ticked = field.getAttribute("aria-checked");
  if (ticked !== null) return ticked === "true" ? "on" : "off";
  if (field instanceof HTMLSelectElement) return field.options[field.selectedIndex]?.textContent ?? "";
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  return field.querySelector('[aria-checked="true"]')?.textContent ?? "";
}

/** The descriptions of a field, as connected for screen readers. */
const readDescriptions = (field: HTMLElement) =>
  (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "");

/** Checks that each field of a form belongs to the right value of the record. */
export function describeFormFields<C extends ApiCall>(name: string, spec: FormFieldsSpec<C>): void {
  const { fields, choices = {}, call } = spec;

  it(`${name}: each has its own value, name and error`, async () => {
    const errors = Object.values(fields).map(([path]) => ({
      path,
      code: "invalid",
      msg: `Not like this: ${path}`,
    }));
    const sent = mockFault(call, respondJson(422, { message: "Some of it is wrong.", errors }));
    spec.besides();
    const user = await openSignedIn(spec.path);
    await spec.ready?.(user);
    const button = await screen.findByRole("button", { name: spec.button });

    const expected = Object.fromEntries(Object.entries(fields).map(([label, [, text]]) => [label, text]));
    const found = Object.keys({ ...expected, ...choices }).map((label) => [
      label,
      readField(findField(label)),
    ]);
    expect(Object.fromEntries(found)).toEqual({ ...expected, ...choices });

    await spec.change?.(user);
    await user.click(button);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject(spec.sends);
    await screen.findByText(errors[0]?.msg ?? "");
    for (const [label, [path]] of Object.entries(fields)) {
      const field = findField(label);
      expect([label, field.getAttribute("aria-invalid")]).toEqual([label, "true"]);
      expect([label, readDescriptions(field)]).toEqual([
        label,
        expect.arrayContaining([`Not like this: ${path}`]),
      ]);
    }
  });
}
