import { Check, Download } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { toast } from "../../ui/toast";
import { AddDrawing, ConfirmDrawing, ShareDrawing } from "./drawings";
import { install, promptStore } from "./prompt";
import { type Way, wayHere } from "./way";

interface Step {
  words: ReactNode;
  drawing?: ReactNode;
}

const name = (words: string) => <strong className="font-semibold text-ink">{words}</strong>;

const IPHONE: Step[] = [
  { words: <>Open Plumbline in Safari and press {name("Share")}.</>, drawing: <ShareDrawing /> },
  { words: <>Scroll down and press {name("Add to Home Screen")}.</>, drawing: <AddDrawing /> },
  { words: <>Press {name("Add")} at the top.</>, drawing: <ConfirmDrawing /> },
];
const ANDROID: Step[] = [
  { words: <>Press the browser’s menu: the three dots in the corner.</> },
  {
    words: (
      <>
        Press {name("Install app")} or {name("Add to Home screen")}, whichever is there.
      </>
    ),
  },
  { words: <>Press {name("Install")}.</> },
];
const DESKTOP: Step[] = [
  { words: <>Look for the install icon at the right end of the address bar: a screen with an arrow.</> },
  {
    words: (
      <>
        Or open the browser’s menu and choose {name("Install Plumbline")}, which may be under {name("Apps")}{" "}
        or {name("Cast, save and share")}.
      </>
    ),
  },
];
const MAC: Step[] = [
  {
    words: (
      <>
        In Safari’s menu bar choose {name("File")}, then {name("Add to Dock")}.
      </>
    ),
  },
  { words: <>Press {name("Add")}.</> },
];

/** What there is to do on this device; nothing where a press does it, or where it is done. */
const HERE: Partial<Record<Way, { title: string; steps: Step[] }>> = {
  iphone: { title: "On this iPhone or iPad", steps: IPHONE },
  android: { title: "On this phone or tablet", steps: ANDROID },
  desktop: { title: "On this computer", steps: DESKTOP },
  mac: { title: "On this Mac", steps: MAC },
};

/** How the app gets onto this device, and onto the phone of whoever reads this at a desk. */
export function InstallPage() {
  const hasPrompt = useSyncExternalStore(promptStore.subscribe, promptStore.snapshot);
  const way = wayHere(hasPrompt);
  const here = HERE[way];
  const isPhone = way === "iphone" || way === "android";
  return (
    <Page width="narrow">
      <title>Install the app · Plumbline</title>
      <PageHeader title="Install the app" back={{ to: "/settings", label: "Settings" }} />
      <div className="flex flex-col gap-4 md:gap-6">
        <Card>
          <ul className="flex flex-col gap-3">
            <Gain>It opens from the home screen, in its own window.</Gain>
            <Gain>It works without signal.</Gain>
            <Gain>On an Android phone, share a photo of a receipt with it to start an expense.</Gain>
            <Gain>On an iPhone, only the installed app gets notifications.</Gain>
          </ul>
          {way === "installed" ? (
            <Banner tone="green" className="mt-5">
              Plumbline is installed: you are using it now.
            </Banner>
          ) : null}
          {way === "press" ? <Install /> : null}
          {way === "none" ? (
            <Banner tone="grey" className="mt-5">
              This browser cannot install apps. Chrome, Edge and Safari can: open Plumbline in one of them.
            </Banner>
          ) : null}
        </Card>
        {here ? <Steps {...here} /> : null}
        {isPhone ? null : (
          <>
            <Steps title="On an iPhone or iPad" steps={IPHONE} />
            <Steps title="On an Android phone" steps={ANDROID} />
          </>
        )}
      </div>
    </Page>
  );
}

function Gain({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <Check aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-ok" />
      <span>{children}</span>
    </li>
  );
}

function Install() {
  const press = () =>
    install()
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
      onClick={() => void press()}
    >
      Install Plumbline
    </Button>
  );
}

function Steps({ title, steps }: { title: string; steps: Step[] }) {
  return (
    <Card title={title}>
      <ol className="flex flex-col gap-4">
        {steps.map(({ words, drawing }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change
          <li key={at} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span
              aria-hidden
              className="flex size-8 shrink-0 items-center justify-center rounded-full bg-hover font-semibold text-ink tabular-nums"
            >
              {at + 1}
            </span>
            <p className="min-w-0 flex-[1_1_7.5rem]">{words}</p>
            {drawing}
          </li>
        ))}
      </ol>
    </Card>
  );
}
