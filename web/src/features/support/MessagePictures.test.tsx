// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { mockResponse } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import { MessagePictures } from "./MessagePictures";

function Form({ before }: { before: string[] }) {
  const [pictures, setPictures] = useState(before);
  const [isAdding, setAdding] = useState(false);
  return (
    <MessagePictures pictures={pictures} isAdding={isAdding} onAdding={setAdding} onChange={setPictures} />
  );
}

it("accepts at most five pictures, and removes one", async () => {
  const stored = mockResponse("POST /api/support/pictures", { id: "new" } as never);
  const user = await renderAlone(<Form before={["a", "b", "c", "d"]} />);
  const files = ["one", "two", "three"].map((name) => new File([name], `${name}.png`, { type: "image/png" }));
  await user.upload(screen.getByLabelText("Pictures", { selector: "input" }), files);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Add a picture" })).toBeNull());
  expect(stored).toHaveLength(1);
  expect(screen.getAllByRole("img")).toHaveLength(5);
  await user.click(screen.getByRole("button", { name: "Remove picture 2" }));
  expect(screen.getAllByRole("img").map((img) => img.getAttribute("src"))).toEqual(
    ["a", "c", "d", "new"].map((id) => `/api/support/pictures/${id}`),
  );
});
