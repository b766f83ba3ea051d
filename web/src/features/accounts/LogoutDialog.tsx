import { exportWaiting } from "../../offline/waiting/exportWaiting";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { deviceName } from "../../ui/device";
import { stayLoggedIn, useLogoutAnyway, useLogoutQuestion } from "./logging-out";

/** Asks before work that is nowhere but on this device goes with the session. */
export function LogoutDialog() {
  const count = useLogoutQuestion();
  const logout = useLogoutAnyway();
  const device = deviceName();
  return (
    <Dialog
      open={count !== null}
      onOpenChange={(open) => !open && stayLoggedIn()}
      title={count === 1 ? "One change hasn’t been sent yet" : `${count ?? 0} changes haven’t been sent yet`}
      description={`They are only on this ${device}. Logging out deletes them.`}
      footer={
        <>
          <Button variant="danger" busy={logout.isPending} onClick={() => logout.mutate()}>
            Log out and delete
          </Button>
          <Button onClick={() => void exportWaiting()}>Save a copy</Button>
          <Button variant="primary" onClick={stayLoggedIn}>
            Stay logged in
          </Button>
        </>
      }
    >
      <p>{`They’re sent automatically once there is signal. “Save a copy” puts them into a file on this ${device}.`}</p>
    </Dialog>
  );
}
