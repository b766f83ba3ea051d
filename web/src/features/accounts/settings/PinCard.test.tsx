// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Account } from "../../../api/generated/Account";
import { forgetPinCheck } from "../../../offline/device/pin";
import { writeSetting } from "../../../offline/storage";
import { showAlone } from "../../../testing/alone";
import { answers, fails, json } from "../../../testing/network";
import { PinCard } from "./PinCard";

vi.mock("../../../offline/device/pin", async (original) => ({
  ...(await original<object>()),
  forgetPinCheck: vi.fn(async () => {}),
}));

const turnOff = async () => {
  writeSetting("lastLoggedInUserId", "a1");
  const user = await showAlone(<PinCard account={{ pin: { enrolled: true } } as Account} />);
  await user.click(screen.getByRole("switch", { name: /Log in with a PIN/ }));
};

it("forgets the PIN on this device once it is turned off", async () => {
  answers("DELETE /api/auth/pin", undefined as never);
  await turnOff();
  await waitFor(() => expect(forgetPinCheck).toHaveBeenCalledWith("a1"));
});

it("leaves the PIN on this device if the server did not turn it off", async () => {
  vi.mocked(forgetPinCheck).mockClear();
  const asked = fails("DELETE /api/auth/pin", json(500));
  await turnOff();
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(forgetPinCheck).not.toHaveBeenCalled();
});
