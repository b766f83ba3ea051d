import { useNavigate } from "react-router";
import { Segmented } from "../../ui/Tabs";

type Side = "paid" | "pay";

/** The two sides of the scheme: who is paid less a deduction, and who deducts. */
export function Sides({ side }: { side: Side }) {
  const navigate = useNavigate();
  return (
    <Segmented
      label="Your role"
      value={side}
      onValueChange={(next) => void navigate(next === "pay" ? "/cis/contractor" : "/cis")}
      options={[
        { value: "paid", label: "You are paid" },
        { value: "pay", label: "You pay subcontractors" },
      ]}
      className="mb-4 flex w-full md:w-fit print:hidden"
    />
  );
}
