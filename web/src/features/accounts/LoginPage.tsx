import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { User } from "../../api/generated/User";
import { configQuery } from "../../entities/accounts/queries";
import { recordSeenUser } from "../../offline/device/device-users";
import { isInstalled, isMobile } from "../../ui/device";
import { AccountHeading } from "./AccountFormParts";
import { UnsentWorkBanner } from "./DeviceNotices";
import { EmailLoginForm } from "./EmailLogin";
import { beginSession } from "./end-session";
import type { AccountNotice } from "./messages";
import { OfflineUnlock } from "./OfflineUnlock";
import { getPinUserId } from "./pin/flags";
import { shouldOfferPin } from "./pin/offers-pin";
import { PinLogin } from "./pin/PinLogin";
import { PinSetupDialog } from "./pin/PinSetupDialog";

/** The address that was just verified, handed over by that screen. */
function getVerifiedEmail(state: unknown): string {
  const known = typeof state === "object" && state !== null && "email" in state;
  return known && typeof state.email === "string" ? state.email : "";
}

/** By PIN where this device has one, else by e-mail and password; then the PIN is offered, on a phone. */
export function LoginPage() {
  const client = useQueryClient();
  const [params] = useSearchParams();
  const state: unknown = useLocation().state;
  const { data: config } = useQuery(configQuery);
  const [isEmailLogin, setIsEmailLogin] = useState(params.has("verified") || params.has("deleted"));
  const [initialNotice, setInitialNotice] = useState<AccountNotice | null>(null);
  const [signedIn, setSignedIn] = useState<User | null>(null);

  const userId = (isMobile() || isInstalled()) && config?.pin !== false ? getPinUserId() : null;
  const switchToEmail = (notice: AccountNotice | null = null) => {
    setInitialNotice(notice);
    setIsEmailLogin(true);
  };
  // Signed in: the visitor's frame goes on to where they were heading.
  const startSession = (user: User) => beginSession(client, user);
  const startSessionOrOfferPin = async (user: User) => {
    // Before a PIN is set up: this device tells it by itself, once there is no signal.
    await recordSeenUser(user, Date.now());
    if (await shouldOfferPin(user)) setSignedIn(user);
    else startSession(user);
  };

  if (signedIn) {
    return (
      <>
        <AccountHeading title="You are logged in">
          One more thing before we take you to your dashboard.
        </AccountHeading>
        <PinSetupDialog onDone={() => startSession(signedIn)} />
      </>
    );
  }
  return userId && !isEmailLogin ? (
    <>
      <UnsentWorkBanner />
      <PinLogin userId={userId} onSignedIn={startSession} onUseEmail={switchToEmail} />
    </>
  ) : (
    <>
      <UnsentWorkBanner />
      <OfflineUnlock onUnlocked={startSession} />
      <EmailLoginForm
        email={getVerifiedEmail(state)}
        initialNotice={initialNotice}
        redirectReason={
          params.get("verified") === "true" ? "verified" : params.get("deleted") === "true" ? "deleted" : null
        }
        onSignedIn={startSessionOrOfferPin}
        onPasskeySignedIn={startSession}
      />
    </>
  );
}
