import { CloudOff } from "lucide-react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { isUnreachedError } from "../../api/reachability";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { deviceName } from "../../ui/device";
import { Page, PageHeader } from "../../ui/PageHeader";
import { EmptyState, ErrorState } from "../../ui/States";
import { KINDS } from "../kind";

/** Shown if a document couldn't be loaded: offline, because it isn't cached. It always has a link back. */
export function DocumentNotLoaded({
  kind,
  error,
  hasLocalChanges = false,
  onRetry,
}: {
  kind: DocumentKind;
  error: Error;
  /** Whether this device has changes to it all the same. */
  hasLocalChanges?: boolean;
  onRetry: () => void;
}) {
  const { name, Name, Plural, plural, path } = KINDS[kind];
  const savedText = `What you typed is saved on this ${deviceName()}.`;
  return (
    <Page>
      <title>{`${Name} · Plumbline`}</title>
      <PageHeader title={Name} back={{ to: path, label: Plural }} />
      <Card>
        {isUnreachedError(error) ? (
          <EmptyState
            icon={CloudOff}
            title={`This ${name} isn’t saved on this ${deviceName()}`}
            action={
              <div className="flex flex-wrap justify-center gap-2">
                <Button asChild>
                  <Link to={path}>{`All ${plural}`}</Link>
                </Button>
                <Button onClick={onRetry}>Try again</Button>
              </div>
            }
          >
            <p>{`You can see it once there is signal.${hasLocalChanges ? ` ${savedText}` : ""}`}</p>
            <p className="mt-2">
              {"To have your documents here before you need them, "}
              <Link to="/settings/device" className="font-medium text-ink underline underline-offset-4">
                choose to save them ahead of time
              </Link>
              .
            </p>
          </EmptyState>
        ) : (
          <ErrorState
            title={`The ${name} could not be loaded`}
            message={hasLocalChanges ? `${getErrorMessage(error)} ${savedText}` : getErrorMessage(error)}
            onRetry={onRetry}
          />
        )}
      </Card>
    </Page>
  );
}
