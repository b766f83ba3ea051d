import { exportWaitingChanges } from "../../offline/waiting/export-waiting";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { deviceName } from "../../ui/device";
import { cancelLogout, useForceLogout, useUnsentLogoutCount } from "./logging-out";

/** Asks before work that is nowhere but on this device goes with the session. */
export function LogoutDialog() {
  const count = useUnsentLogoutCount();
  const logout = useForceLogout();
  const device = deviceName();
  return (
    <Dialog
      open={count !== null}
      onOpenChange={(open) => !open && cancelLogout()}
      title={count === 1 ? "One change hasn’t been sent yet" : `${count ?? 0} changes haven’t been sent yet`}
      description={`They are only on this ${device}. Logging out deletes them.`}
      footer={
        <>
          <Button variant="danger" busy={logout.isPending} onClick={() => logout.mutate()}>
            Log out and delete
          </Button>
          <Button onClick={() => void exportWaitingChanges()}>Save a copy</Button>
          <Button variant="primary" onClick={cancelLogout}>
            Stay logged in
          </Button>
        </>
      }
    >
      <p>{`They’re sent automatically once there is signal. “Save a copy” puts them into a file on this ${device}.`}</p>
    </Dialog>
  );
}
