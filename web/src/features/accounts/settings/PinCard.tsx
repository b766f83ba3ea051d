import { useState } from "react";
import { getErrorMessage } from "../../../api/errors";
import type { Account } from "../../../api/generated/Account";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Switch } from "../../../ui/Checkbox";
import { Dialog } from "../../../ui/Dialog";
import { toast } from "../../../ui/toast";
import { useTurnOffPin } from "../pin/mutations";
import { PinSetupForm } from "../pin/PinSetupForm";

/** Signing in by PIN, on this device only. */
export function PinCard({ account }: { account: Account }) {
  const [settingUp, setSettingUp] = useState(false);
  const off = useTurnOffPin();
  const turnOff = () =>
    off.mutate(undefined, {
      onError: (error) =>
        toast({ title: "The PIN is still on", description: getErrorMessage(error), tone: "bad" }),
    });
  return (
    <Card title="Quick PIN Login">
      <Switch
        label="Log in with a PIN on this device"
        help="4 digits instead of your password, on a phone or in the installed app. After five wrong tries it’s turned off."
        checked={account.pin.enrolled}
        disabled={off.isPending}
        onCheckedChange={(on) => (on ? setSettingUp(true) : turnOff())}
      />
      <Dialog
        open={settingUp}
        onOpenChange={setSettingUp}
        title="Quick PIN Login"
        description="Choose 4 digits that are not easy to guess."
      >
        <PinSetupForm
          onDone={() => {
            setSettingUp(false);
            toast({ title: "Your PIN is set up", tone: "good" });
          }}
          actions={({ busy }) => (
            <div className="mt-2 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
              <Button onClick={() => setSettingUp(false)}>Cancel</Button>
              <Button type="submit" variant="primary" busy={busy} busyLabel="Setting up…">
                Set up PIN
              </Button>
            </div>
          )}
        />
      </Dialog>
    </Card>
  );
}
