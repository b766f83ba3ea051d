import { openCookieSettings } from "../../../entities/consent/cookieSettings";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";

/** What this device may keep beside what is needed; the only place for it in the installed app, which does not ask. */
export function CookiesCard() {
  return (
    <Card title="Cookies" hint="What Plumbline may store on this device besides what it needs to work.">
      <div className="flex flex-col">
        <Button className="md:self-end" onClick={openCookieSettings}>
          Cookie settings
        </Button>
      </div>
    </Card>
  );
}
