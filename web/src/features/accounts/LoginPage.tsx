import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { User } from "../../api/generated/User";
import { configQuery } from "../../entities/accounts/queries";
import { rememberSeen } from "../../offline/device/people";
import { isInstalled, isMobile } from "../../ui/device";
import { AccountHeading } from "./AccountHeading";
import { EmailLogin } from "./EmailLogin";
import { beginSession } from "./end-session";
import type { Notice } from "./messages";
import { OfflineUnlock } from "./OfflineUnlock";
import { pinUser } from "./pin/flags";
import { offersPin } from "./pin/offers-pin";
import { PinLogin } from "./pin/PinLogin";
import { PinSetupDialog } from "./pin/PinSetupDialog";
import { UnsentHere } from "./UnsentHere";

/** The address that was just verified, handed over by that screen. */
function verifiedEmail(state: unknown): string {
  const known = typeof state === "object" && state !== null && "email" in state;
  return known && typeof state.email === "string" ? state.email : "";
}

/** By PIN where this device has one, else by e-mail and password; then the PIN is offered, on a phone. */
export function LoginPage() {
  const client = useQueryClient();
  const [params] = useSearchParams();
  const state: unknown = useLocation().state;
  const { data: config } = useQuery(configQuery);
  const [byEmail, setByEmail] = useState(params.has("verified") || params.has("deleted"));
  const [first, setFirst] = useState<Notice | null>(null);
  const [signedIn, setSignedIn] = useState<User | null>(null);

  const userId = (isMobile() || isInstalled()) && config?.pin !== false ? pinUser() : null;
  const byPassword = (notice: Notice | null = null) => {
    setFirst(notice);
    setByEmail(true);
  };
  // Signed in: the visitor's frame goes on to where they were heading.
  const enter = (user: User) => beginSession(client, user);
  const enterOrOffer = async (user: User) => {
    // Before a PIN is set up: this device tells it by itself, once there is no signal.
    await rememberSeen(user, Date.now());
    if (await offersPin(user)) setSignedIn(user);
    else enter(user);
  };

  if (signedIn) {
    return (
      <>
        <AccountHeading title="You are logged in">
          One more thing before we take you to your dashboard.
        </AccountHeading>
        <PinSetupDialog onDone={() => enter(signedIn)} />
      </>
    );
  }
  return userId && !byEmail ? (
    <>
      <UnsentHere />
      <PinLogin userId={userId} onSignedIn={enter} onUseEmail={byPassword} />
    </>
  ) : (
    <>
      <UnsentHere />
      <OfflineUnlock onUnlocked={enter} />
      <EmailLogin
        email={verifiedEmail(state)}
        first={first}
        landed={
          params.get("verified") === "true" ? "verified" : params.get("deleted") === "true" ? "deleted" : null
        }
        onSignedIn={enterOrOffer}
        onPasskey={enter}
      />
    </>
  );
}
