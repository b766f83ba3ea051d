import { Check, Download } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { toast } from "../../ui/toast";
import { getInstallMethod, type InstallMethod, installApp, promptStore } from "./install-prompt";

// Small drawings of what to look for on an iPhone's screen: Apple's own pictures change each year.

/** The part of a screen where the button is found; the text beside it explains the rest. */
function PhoneScreen({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 120 88"
      className="h-22 w-30 shrink-0 rounded-lg border border-line bg-canvas text-ink"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

const FAINT = { stroke: "var(--color-line-strong)", strokeWidth: 3 };
const FOUND = { stroke: "var(--color-accent)" };

/** Safari's bar at the bottom, with the share icon in the middle. */
export function ShareDrawing() {
  return (
    <PhoneScreen>
      <path d="M14 14h70M14 26h92M14 38h54" {...FAINT} />
      <path d="M0 54h120v34H0z" fill="var(--color-paper)" stroke="none" />
      <path d="M0 54h120" stroke="var(--color-line)" />
      <path d="m22 66-5 5 5 5M98 66h8v10h-8z" stroke="var(--color-quiet)" />
      <circle cx="60" cy="71" r="15" fill="var(--color-paper)" {...FOUND} />
      <path d="M60 74V61m-4 4 4-4 4 4M55 69h-2v10h14V69h-2" />
    </PhoneScreen>
  );
}

/** The share menu, with the line that has a plus in a square. */
export function AddDrawing() {
  return (
    <PhoneScreen>
      <path
        d="M10 20a8 8 0 0 1 8-8h84a8 8 0 0 1 8 8v80H10z"
        fill="var(--color-paper)"
        stroke="var(--color-line)"
      />
      <path d="M24 25h44M24 71h36" {...FAINT} />
      <rect x="16" y="36" width="88" height="24" rx="6" fill="var(--color-paper)" {...FOUND} />
      <path d="M24 48h40" stroke="currentColor" strokeWidth="3" />
      <path d="M85 41h12v14H85zM91 45v6m-3-3h6" />
    </PhoneScreen>
  );
}

/** The app's name and icon, with 'Add' in the corner above. */
export function ConfirmDrawing() {
  return (
    <PhoneScreen>
      <path d="M0 26h120" stroke="var(--color-line)" />
      <path d="M12 15h22" {...FAINT} />
      <rect x="80" y="5" width="34" height="19" rx="6" fill="var(--color-paper)" {...FOUND} />
      <text
        x="97"
        y="19"
        textAnchor="middle"
        fill="currentColor"
        stroke="none"
        fontSize="12"
        fontWeight="600"
        fontFamily="inherit"
      >
        Add
      </text>
      <rect x="14" y="40" width="32" height="32" rx="7" fill="currentColor" stroke="none" />
      <path d="M24 47h12M30 47v7" stroke="#fff" />
      <path d="m26 55 4 11 4-11z" fill="#F0814A" stroke="none" />
      <path d="M58 50h44M58 63h28" {...FAINT} />
    </PhoneScreen>
  );
}

interface InstallStep {
  text: ReactNode;
  drawing?: ReactNode;
}

const renderName = (text: string) => <strong className="font-semibold text-ink">{text}</strong>;

const IPHONE: InstallStep[] = [
  { text: <>Open Plumbline in Safari and press {renderName("Share")}.</>, drawing: <ShareDrawing /> },
  { text: <>Scroll down and press {renderName("Add to Home Screen")}.</>, drawing: <AddDrawing /> },
  { text: <>Press {renderName("Add")} at the top.</>, drawing: <ConfirmDrawing /> },
];
const ANDROID: InstallStep[] = [
  { text: <>Press the browser’s menu: the three dots in the corner.</> },
  {
    text: (
      <>
        Press {renderName("Install app")} or {renderName("Add to Home screen")}, whichever is there.
      </>
    ),
  },
  { text: <>Press {renderName("Install")}.</> },
];
const DESKTOP: InstallStep[] = [
  { text: <>Look for the install icon at the right end of the address bar: a screen with an arrow.</> },
  {
    text: (
      <>
        Or open the browser’s menu and choose {renderName("Install Plumbline")}, which may be under{" "}
        {renderName("Apps")} or {renderName("Cast, save and share")}.
      </>
    ),
  },
];
const MAC: InstallStep[] = [
  {
    text: (
      <>
        In Safari’s menu bar choose {renderName("File")}, then {renderName("Add to Dock")}.
      </>
    ),
  },
  { text: <>Press {renderName("Add")}.</> },
];

/** The instructions for each kind of device; a method without steps has no entry. */
const GUIDES: Partial<Record<InstallMethod, { title: string; steps: InstallStep[] }>> = {
  iphone: { title: "On this iPhone or iPad", steps: IPHONE },
  android: { title: "On this phone or tablet", steps: ANDROID },
  desktop: { title: "On this computer", steps: DESKTOP },
  mac: { title: "On this Mac", steps: MAC },
};

/** How to install the app on this device, and, for a person at a computer, on their phone. */
export function InstallPage() {
  const hasPrompt = useSyncExternalStore(promptStore.subscribe, promptStore.snapshot);
  const method = getInstallMethod(hasPrompt);
  const guide = GUIDES[method];
  const isPhone = method === "iphone" || method === "android";
  return (
    <Page width="narrow">
      <title>Install the app · Plumbline</title>
      <PageHeader title="Install the app" back={{ to: "/settings", label: "Settings" }} />
      <div className="flex flex-col gap-4 md:gap-6">
        <Card>
          <ul className="flex flex-col gap-3">
            <InstallBenefit>It opens from the home screen, in its own window.</InstallBenefit>
            <InstallBenefit>It works without signal.</InstallBenefit>
            <InstallBenefit>
              On an Android phone, share a photo of a receipt with it to start an expense.
            </InstallBenefit>
            <InstallBenefit>On an iPhone, only the installed app gets notifications.</InstallBenefit>
          </ul>
          {method === "installed" ? (
            <Banner tone="green" className="mt-5">
              Plumbline is installed: you are using it now.
            </Banner>
          ) : null}
          {method === "press" ? <InstallButton /> : null}
          {method === "none" ? (
            <Banner tone="grey" className="mt-5">
              This browser cannot install apps. Chrome, Edge and Safari can: open Plumbline in one of them.
            </Banner>
          ) : null}
        </Card>
        {guide ? <InstallSteps {...guide} /> : null}
        {isPhone ? null : (
          <>
            <InstallSteps title="On an iPhone or iPad" steps={IPHONE} />
            <InstallSteps title="On an Android phone" steps={ANDROID} />
          </>
        )}
      </div>
    </Page>
  );
}

function InstallBenefit({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <Check aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-ok" />
      <span>{children}</span>
    </li>
  );
}

function InstallButton() {
  const handlePress = () =>
    installApp()
      .then((agreed) => {
        if (agreed) toast({ title: "Plumbline is being installed", tone: "good" });
      })
      .catch(() =>
        toast({
          title: "Plumbline wasn’t installed",
          description: "Try it from the browser’s menu: Install app.",
          tone: "bad",
        }),
      );
  return (
    <Button
      variant="primary"
      className="mt-5 w-full md:w-fit"
      icon={<Download aria-hidden size={20} strokeWidth={1.75} />}
      onClick={() => void handlePress()}
    >
      Install Plumbline
    </Button>
  );
}

function InstallSteps({ title, steps }: { title: string; steps: InstallStep[] }) {
  return (
    <Card title={title}>
      <ol className="flex flex-col gap-4">
        {steps.map(({ text, drawing }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change
          <li key={at} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span
              aria-hidden
              className="flex size-8 shrink-0 items-center justify-center rounded-full bg-hover font-semibold text-ink tabular-nums"
            >
              {at + 1}
            </span>
            <p className="min-w-0 flex-[1_1_7.5rem]">{text}</p>
            {drawing}
          </li>
        ))}
      </ol>
    </Card>
  );
}
