import { expect, test } from "vitest";
import { emptyProfile, profileInput } from "./profile";

test("a write carries no field that the profile was read without: the server's stays", () => {
  const profile = { ...emptyProfile(), name: "Pipe & Sons", pricesIncludeVat: true };
  expect(profileInput(profile).pricesIncludeVat).toBe(true);
  const { pricesIncludeVat: _, ...older } = profile;
  const sent = JSON.parse(JSON.stringify(profileInput(older as typeof profile)));
  expect(sent).toMatchObject({ name: "Pipe & Sons" });
  expect(sent).not.toHaveProperty("pricesIncludeVat");
});
