import { useNavigate } from "react-router";
import { SegmentedControl } from "../../ui/Tabs";

type CisRole = "paid" | "pay";

/** Switches between the two sides of the scheme: subcontractor and contractor. */
export function CisRoleSwitch({ current }: { current: CisRole }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      label="Your role"
      value={current}
      onValueChange={(next) => void navigate(next === "pay" ? "/cis/contractor" : "/cis")}
      options={[
        { value: "paid", label: "You are paid" },
        { value: "pay", label: "You pay subcontractors" },
      ]}
      className="mb-4 flex w-full md:w-fit print:hidden"
    />
  );
}
