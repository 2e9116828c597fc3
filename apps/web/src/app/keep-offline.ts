/** Registers the service worker, which lets the dashboard open while the server cannot be reached. */
export function keepOffline(): void {
  // Browsers offer service workers only on localhost and over https; elsewhere the pages need their server.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  window.addEventListener(
    "load",
    () => void navigator.serviceWorker.register("/service-worker.js").catch(() => undefined),
  );
}
