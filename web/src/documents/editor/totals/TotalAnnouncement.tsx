import { useEffect, useState } from "react";

const PAUSE = 1_500;

/** Announces the total to screen readers, politely and once typing pauses. */
export function TotalAnnouncement({ total }: { total: string }) {
  const [announced, setAnnounced] = useState(total);
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(total), PAUSE);
    return () => clearTimeout(timer);
  }, [total]);
  return (
    <p role="status" className="sr-only">
      {`Total ${announced}`}
    </p>
  );
}
