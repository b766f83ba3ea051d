import { expect, test } from "vitest";
import { createEmptyProfile, toProfileInput } from "./profile";

test("a write leaves out a field that the profile was read without, so that the server's value stays", () => {
  const profile = { ...createEmptyProfile(), name: "Pipe & Sons", pricesIncludeVat: true };
  expect(toProfileInput(profile).pricesIncludeVat).toBe(true);
  const { pricesIncludeVat: _, ...older } = profile;
  const sent = JSON.parse(JSON.stringify(toProfileInput(older as typeof profile)));
  expect(sent).toMatchObject({ name: "Pipe & Sons" });
  expect(sent).not.toHaveProperty("pricesIncludeVat");
});
