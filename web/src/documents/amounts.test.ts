import { expect, test } from "vitest";
import { loadRules } from "../rules/rules";
import { formatTypedAmount } from "../ui/amounts";

test("a tidied amount is written as the rules write a price", async () => {
  const { price } = await loadRules();
  for (const typed of ["1200", "0", "999.9", "1000000", "4.255", "0.1255", "-1234.5"]) {
    expect(`£${formatTypedAmount(typed)}`.replace("£-", "-£")).toBe(price(typed));
  }
});
