import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "./Button";
import { Logo } from "./Logo";

/** The general failure screen. */
export function ErrorScreen() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6 text-center">
      <Logo />
      <h1 className="mt-6 font-semibold text-2xl">Something went wrong</h1>
      <p className="max-w-md text-quiet">
        We've encountered an unexpected error. Please refresh the page to continue.
      </p>
      <Button variant="primary" className="mt-4" onClick={() => window.location.reload()}>
        Refresh Page
      </Button>
    </main>
  );
}

/** Catches errors of its children that nothing else catches. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children;
  }
}
