// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Account } from "../../../api/generated/Account";
import { clearPinHash } from "../../../offline/device/pin";
import { writeSetting } from "../../../offline/device-settings";
import { mockFault, mockResponse, respondJson } from "../../../testing/network";
import { renderAlone } from "../../../testing/render-alone";
import { PinCard } from "./SignInCards";

vi.mock("../../../offline/device/pin", async (original) => ({
  ...(await original<object>()),
  clearPinHash: vi.fn(async () => {}),
}));

const turnOff = async () => {
  writeSetting("lastLoggedInUserId", "a1");
  const user = await renderAlone(<PinCard account={{ pin: { enrolled: true } } as Account} />);
  await user.click(screen.getByRole("switch", { name: /Log in with a PIN/ }));
};

it("forgets the PIN on this device once it is turned off", async () => {
  mockResponse("DELETE /api/auth/pin", undefined as never);
  await turnOff();
  await waitFor(() => expect(clearPinHash).toHaveBeenCalledWith("a1"));
});

it("leaves the PIN on this device if the server did not turn it off", async () => {
  vi.mocked(clearPinHash).mockClear();
  const asked = mockFault("DELETE /api/auth/pin", respondJson(500));
  await turnOff();
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(clearPinHash).not.toHaveBeenCalled();
});
