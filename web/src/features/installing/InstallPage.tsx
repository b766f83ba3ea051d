import { Check, Download } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { toast } from "../../ui/toast";
import { AddDrawing, ConfirmDrawing, ShareDrawing } from "./drawings";
import { installApp, promptStore } from "./install-prompt";
import { getInstallMethod, type InstallMethod } from "./way";

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

/** What there is to do on this device; nothing where a press does it, or where it is done. */
const GUIDES: Partial<Record<InstallMethod, { title: string; steps: InstallStep[] }>> = {
  iphone: { title: "On this iPhone or iPad", steps: IPHONE },
  android: { title: "On this phone or tablet", steps: ANDROID },
  desktop: { title: "On this computer", steps: DESKTOP },
  mac: { title: "On this Mac", steps: MAC },
};

/** How the app gets onto this device, and onto the phone of whoever reads this at a desk. */
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
