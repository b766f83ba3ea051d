import { ArrowLeft } from "lucide-react";
import { Button } from "../../ui/Button";
import { isInstalled } from "../../ui/device";

/** Back to where the page was opened from; the app itself where it was opened from nowhere, as by a link in an email. */
function goBack() {
  if (window.history.length > 1) window.history.back();
  else window.location.assign("/");
}

/** In an installed app there is no browser around the page to go back with. */
export function BackToAppButton() {
  if (!isInstalled()) return null;
  return (
    <div className="lg:col-span-2">
      <Button icon={<ArrowLeft aria-hidden size={20} strokeWidth={1.75} />} onClick={goBack}>
        Back to App
      </Button>
    </div>
  );
}
