// @vitest-environment window
import { cleanup, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useRules } from "../../rules/rules";
import { renderAlone } from "../../testing/render-alone";
import { InstalmentsTotal } from "./InstalmentsDialog";

function Typed({ amounts }: { amounts: string[] }) {
  const { judgeInstalments } = useRules();
  const days = amounts.map((_, at) => `2027-0${at + 1}-01`);
  return (
    <InstalmentsTotal
      check={judgeInstalments("100.00", "", days, amounts)}
      amounts={amounts}
      total="100.00"
    />
  );
}

const readTotal = async (amounts: string[]) => {
  await renderAlone(<Typed amounts={amounts} />);
  const text = (await screen.findByRole("status")).textContent;
  cleanup();
  return text;
};

it("adds up the typed amounts, unless one of them cannot be read", async () => {
  expect(await readTotal(["60", ""])).toBe("Total£60.00£40.00 left over: the invoice comes to £100.00.");
  expect(await readTotal(["60", "40"])).toBe("Total£100.00Exactly the invoice’s total.");
  for (const red of ["?6:20", "?2 x 45", "1.234", "-5"]) {
    expect(await readTotal(["60", red])).toBe("Fix the amount in red to see the total.");
  }
});
