import { useEffect, useState } from "react";

const PAUSE = 1_500;

/** Tells a screen reader the total, politely and once the typing pauses. */
export function TotalAnnounced({ total }: { total: string }) {
  const [said, setSaid] = useState(total);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(total), PAUSE);
    return () => clearTimeout(timer);
  }, [total]);
  return (
    <p role="status" className="sr-only">
      {`Total ${said}`}
    </p>
  );
}
