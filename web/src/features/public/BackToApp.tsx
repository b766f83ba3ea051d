import { ArrowLeft } from "lucide-react";
import { Button } from "../../ui/Button";
import { isInstalled } from "../../ui/device";

/** In an installed app there is no browser around the page to go back with. */
export function BackToApp() {
  if (!isInstalled()) return null;
  return (
    <div className="lg:col-span-2">
      <Button icon={<ArrowLeft aria-hidden size={20} strokeWidth={1.75} />} onClick={() => history.back()}>
        Back to App
      </Button>
    </div>
  );
}
