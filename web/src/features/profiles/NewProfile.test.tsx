// @vitest-environment window
import { screen } from "@testing-library/react";
import { it } from "vitest";
import { openSignedIn } from "../../testing/open-app";

it("labels fields that may be left empty as optional", async () => {
  await openSignedIn("/settings/business-profiles/new");
  for (const name of ["Email", "Phone", "Website", "VAT number"]) {
    await screen.findByLabelText(`${name} (optional)`);
  }
});
